import PayOnceClient
import TestKit
import Testing

/// The library's sheets against the service: what Stripe's SDK does with the secrets is done at the
/// simulator, and what came of it is asked of the service.
struct AppSheetTests {
    @Test func `A payment sheet is one intent until it is paid`() async throws {
        try await Shop.open { shop in
            let app = try App(shop)
            let checkout = app.checkout()
            #expect(await checkout.settleSheet() == nil)
            let secrets = try await checkout.paymentSheet()
            #expect(secrets.amount == 1400 && secrets.currency == "usd")
            #expect(secrets.customer.hasPrefix("cus_"))
            #expect(secrets.customerSessionClientSecret != nil && secrets.ephemeralKey == nil)
            #expect(await checkout.settleSheet() == .canceled(.unfinished))
            // Whose app is killed opens the same one again.
            let again = try app.restarted()
            let same = try await again.paymentSheet(apiVersion: "2024-06-20")
            #expect(same.paymentIntent == secrets.paymentIntent)
            #expect(same.ephemeralKey != nil && same.customerSessionClientSecret == nil)

            try await SheetApp(shop: shop).pay(same.paymentIntent.reveal())
            let outcome = try #require(await again.settleSheet())
            #expect(outcome.isPaid && outcome.payment == secrets.paymentId)
            #expect(await again.settleSheet() == outcome)
            #expect(try await shop.stripe.book().map(\.payment) == [secrets.paymentId])
            #expect(!app.log.contains("_secret_"))
        }
    }

    @Test func `A sheet that was paid while the app was dead is known at its start`() async throws {
        try await Shop.open { shop in
            let app = try App(shop)
            let intent = try await app.checkout().createIntent()
            try await SheetApp(shop: shop).pay(intent.clientSecret.reveal())
            let outcome = try #require(await app.restarted().resume())
            #expect(outcome.isPaid && outcome.payment == intent.paymentId)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A card that is declined in the element leaves it open for another one`()
        async throws
    {
        try await Shop.open { shop in
            let checkout = try App(shop).checkout()
            let intent = try await checkout.createIntent()
            let element = SheetApp(shop: shop)
            #expect(
                try await element.pay(intent.clientSecret.reveal(), with: Card.declined).status
                    == 402
            )
            #expect(await checkout.settleSheet() == .canceled(.unfinished))
            try await element.pay(intent.clientSecret.reveal())
            #expect(await checkout.settleSheet()?.isPaid == true)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test(arguments: [Card.good, Card.challenged])
    func `A confirm handler goes on in the sheet`(_ card: String) async throws {
        try await Shop.open { shop in
            let checkout = try App(shop).checkout()
            let method = try await shop.stripe.paymentMethod(card)
            guard case .goOn(let secret) = await checkout.confirmIntent(paymentMethodId: method)
            else {
                Issue.record("not confirmed")
                return
            }
            if card == Card.challenged {
                #expect(await checkout.settleSheet()?.isPaid != true)
                try await shop.stripe.authenticate(SheetApp.intent(in: secret.reveal()))
            }
            #expect(await checkout.settleSheet()?.isPaid == true)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A confirm handler's declined card is a problem with its sentence`() async throws {
        try await Shop.open { shop in
            let checkout = try App(shop).checkout()
            let bad = try await shop.stripe.paymentMethod(Card.declined)
            guard case .problem(let outcome) = await checkout.confirmIntent(paymentMethodId: bad)
            else {
                Issue.record("a declined card went on")
                return
            }
            #expect(outcome.sentence?.isEmpty == false && !outcome.isPaid)
            let good = try await shop.stripe.paymentMethod(Card.good)
            guard case .goOn = await checkout.confirmIntent(paymentMethodId: good) else {
                Issue.record("the next card did not go on")
                return
            }
            #expect(await checkout.settleSheet()?.isPaid == true)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A customer's sheet has a session, and a guest has none`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let app = try App(shop, tokens: Tokens([ann.proof]))
            let session = try await app.service.customerSession()
            #expect(session.customer.hasPrefix("cus_"))
            #expect(session.customerSessionClientSecret != nil)
            #expect(session.publishableKey == "pk_test_system")
            let sheet = try await app.checkout().paymentSheet()
            #expect(sheet.customer == session.customer)
            await #expect(throws: ServiceError.self) {
                try await App(shop).service.customerSession()
            }
        }
    }
}
