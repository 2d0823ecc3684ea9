import JSON
import TestKit
import Testing

/// Apps that pay with a sheet of Stripe's: the service opens the intent, and learns without
/// webhooks what came of it.
struct SheetTests {
    @Test func `A guest pays in a sheet and the app reports it`() async throws {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let sheet = try await app.open()
            let secret = try #require(sheet.secret, "\(sheet.answer.text)")
            let intent = try #require(sheet.intent)
            #expect(
                sheet.amount == 1400 && sheet.json["customer"]?.string?.hasPrefix("cus_") == true
            )
            let session = sheet.json["customerSessionClientSecret"]?.string
            #expect(session?.hasPrefix("cuss_secret_") == true)
            #expect(sheet.json["publishableKey"]?.string?.hasPrefix("pk_") == true)
            // The first answer was lost: the same intent, and the same customer.
            let again = try await app.open()
            #expect(again.secret == secret && again.isReplay)
            #expect(again.json["customer"] == sheet.json["customer"])
            #expect(
                again.json["customerSessionClientSecret"]
                    != sheet.json["customerSessionClientSecret"]
            )

            let early = try await app.report(intent)
            #expect(early.code == "payment_not_attempted" && early.clientSecret == nil)
            #expect(try await app.pay(secret).status == 200)
            #expect(try await app.report(intent).isPaid)
            #expect(try await app.open().isPaid)
            #expect(try await shop.executedCreates() == 1)
            #expect(try await shop.executed("/v1/customers") == 1)
            let confirms = try await shop.stripe.requests().filter(\.isConfirm)
            #expect(!confirms.contains { !$0.isFromOutside })
            #expect(
                try await shop.database.sql(
                    "SELECT string_agg(type, ',') FROM fulfillments"
                ) == "payment.succeeded"
            )
        }
    }

    /// ST08: a decline is not the end of an intent that the app confirms.
    @Test func `A declined card and a failed challenge leave the sheet open for the next`()
        async throws
    {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let sheet = try await app.open(on: "/create-intent")
            let secret = try #require(sheet.clientSecret)
            let intent = try #require(sheet.intent)
            #expect(try await app.pay(secret, with: "4000000000009995").status == 402)
            #expect(try await app.report(intent).status == "requires_payment_method")
            #expect(try await app.pay(secret, with: Card.challenged).status == 200)
            #expect(try await app.report(intent).status == "requires_payment_method")
            try await shop.stripe.authenticate(intent, "failure")
            #expect(try await app.report(intent).status == "requires_payment_method")
            #expect(try await app.pay(secret, with: Card.challenged).status == 200)
            try await shop.stripe.authenticate(intent)
            #expect(try await app.report(intent).isPaid)
            #expect(try await shop.stripe.book().count == 1)
            #expect(try await shop.executedCreates() == 1)
        }
    }

    /// Nobody says anything: the recovery looks.
    @Test func `A payment of an app that was killed is found, and the shop is told`() async throws {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let sheet = try await app.open()
            let payment = try #require(sheet.payment)
            #expect(try await app.pay(try #require(sheet.secret)).status == 200)
            #expect(try await shop.state(of: payment) == "open")
            let seconds = try await shop.database.sql(
                "SELECT round(extract(EPOCH FROM look_at - claimed_at)) FROM payments"
            )
            #expect(["60", "61"].contains(seconds), "\(seconds)")
            try await shop.lookNow()
            try await shop.until("succeeded", payment)
            #expect(
                try await shop.database.sql("SELECT type FROM fulfillments") == "payment.succeeded"
            )
        }
    }

    @Test func `A payment of an app is found after the instance that opened it is gone`()
        async throws
    {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let sheet = try await app.open()
            #expect(try await app.pay(try #require(sheet.secret)).status == 200)
            try await shop.crash()
            try await shop.restart()
            try await shop.lookNow()
            try await shop.until("succeeded", try #require(sheet.payment))
        }
    }

    @Test func `Two keys of one order are one intent`() async throws {
        try await Shop.open { shop in
            try await shop.addInstance()
            let app = SheetApp(shop: shop)
            let order: JSONObject = ["orderId": "o-1"]
            let first = try await app.open(order, key: Key.first)
            let second = try await app.open(order, key: Key.second, at: shop.second)
            #expect(first.secret != nil && first.secret == second.secret)
            let other: JSONObject = ["orderId": "o-1", "items": ["id-2"]]
            #expect(
                try await app.open(other, key: "a-key-of-one-purchase-3").code
                    == "payment_in_progress"
            )
            #expect(try await app.pay(try #require(first.secret)).status == 200)
            #expect(try await app.report(try #require(first.intent)).isPaid)
            let third = try await app.open(order, key: "a-key-of-one-purchase-3")
            #expect(third.code == "order_already_paid")
            #expect(try await shop.executedCreates() == 1)
        }
    }

    @Test func `Racing requests open one intent`() async throws {
        try await Shop.open { shop in
            try await shop.addInstance()
            let app = SheetApp(shop: shop)
            let secrets = try await withThrowingTaskGroup(of: Told.self) { group in
                for number in 0..<8 {
                    group.addTask { try await app.open(at: shop.all[number % 2]) }
                }
                return try await group.reduce(into: [Told]()) { $0.append($1) }
            }
            #expect(Set(secrets.compactMap(\.secret)).count == 1)
            #expect(try await shop.executedCreates() == 1)
            #expect(try await shop.executed("/v1/customers") == 1)
        }
    }

    @Test func `An open sheet is canceled before its order is paid another way`() async throws {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let sheet = try await app.open(["orderId": "o-1"])
            let method = try await shop.stripe.paymentMethod(Card.good)
            let told = try await shop.pay(method, key: Key.second, ["orderId": "o-1"])
            #expect(told.isPaid && told.payment != sheet.payment)
            // The sheet is still on the screen.
            #expect(try await app.pay(try #require(sheet.secret)).status == 400)
            let code = try await shop.database.sql(
                "SELECT closing_code FROM payments WHERE state = 'canceled'"
            )
            #expect(code == "replaced")
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A sheet that was paid first wins`() async throws {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let sheet = try await app.open(["orderId": "o-1"])
            #expect(try await app.pay(try #require(sheet.secret)).status == 200)
            let method = try await shop.stripe.paymentMethod(Card.good)
            let told = try await shop.pay(method, key: Key.second, ["orderId": "o-1"])
            #expect(told.isPaid && told.payment == sheet.payment)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// By Stripe's clock, and by the database's.
    @Test(arguments: [true, false])
    func `An unpaid sheet is canceled after a day`(_ byStripe: Bool) async throws {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let sheet = try await app.open()
            let payment = try #require(sheet.payment)
            try await shop.lookNow()
            #expect(
                try await eventually { () async throws -> Bool? in
                    let looked = "SELECT count(*) FROM payment_events WHERE word = 'found_open'"
                    return try await shop.database.sql(looked) >= "2" ? true : nil
                } == true
            )
            #expect(try await shop.state(of: payment) == "open")
            if byStripe {
                try await shop.stripe.advance(seconds: 24 * 3600)
            } else {
                _ = try await shop.database.sql(
                    "UPDATE payments SET claimed_at = claimed_at - interval '24 hours'"
                )
            }
            try await shop.lookNow()
            try await shop.until("canceled", payment)
            #expect(try await app.pay(try #require(sheet.secret)).status == 400)
            // The same checkout may begin anew.
            let next = try await app.open()
            #expect(next.secret != nil && next.secret != sheet.secret)
        }
    }

    @Test func `A customer saves a card in a sheet and sees it in the next one`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = SheetApp(shop: shop, asker: try await shop.customer("ann"))
            let wish: JSONObject = ["savePaymentMethod": true, "consent": "terms 3"]
            let sheet = try await ann.open(wish)
            let method = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await ann.pay(try #require(sheet.secret), method: method).status == 200)
            #expect(try await ann.report(try #require(sheet.intent)).isPaid)
            let noted = try await eventually { () -> String? in
                let text = try await shop.database.sql("SELECT method, consent FROM saved_cards")
                return text.isEmpty ? nil : text
            }
            #expect(noted == "\(method)|terms 3")
            let session = try await ann.open(on: "/customer-session", key: nil)
            #expect(session.json["customer"] == sheet.json["customer"])
            let old: JSONObject = ["apiVersion": "2020-08-27"]
            let key = try await ann.open(old, on: "/customer-session", key: nil)
            #expect(key.json["ephemeralKey"]?.string?.hasPrefix("ek_test_") == true)
            // The saved card, its code asked for again.
            let again = try await ann.open(
                ["requireCvcRecollection": true],
                on: "/create-intent",
                key: Key.second
            )
            let create = try #require(try await shop.stripe.requests().last { $0.isCreate })
            #expect(create.body.contains("require_cvc_recollection%5D=true"))
            #expect(create.body.contains("customer=cus_"))
            #expect(again.secret != nil)
            #expect(try await shop.executed("/v1/customers") == 1)
        }
    }

    @Test func `An account for customers is told where they are accounts`() async throws {
        try await Shop.open(["PAYONCE_ACCOUNTS_V2": "on"]) { shop in
            let told = try await SheetApp(shop: shop).open()
            #expect(told.secret != nil)
            #expect(
                told.json["customerAccount"].map { $0.string?.hasPrefix("acct_") == true } ?? true
            )
        }
    }

    // MARK: The confirm handler

    @Test func `A confirm handler pays, and is told exactly one member`() async throws {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let method = try await shop.stripe.paymentMethod(Card.good)
            let told = try await app.confirm(method, ["currency": "USD", "customer_id": .null])
            #expect(told.http == 200 && told.json.object?.keys == ["intentClientSecret"])
            let payment = try #require(told.answer["Payment-Id"])
            #expect(try await shop.state(of: payment) == "succeeded")
            #expect(try await app.confirm(method).json == told.json)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A confirm handler's challenge is done in the app and needs no second call`()
        async throws
    {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let told = try await app.confirm(method, ["return_url": "shop://back"])
            let secret = try #require(told.secret, "\(told.answer.text)")
            try await shop.stripe.authenticate(SheetApp.intent(in: secret))
            try await shop.lookNow()
            try await shop.until("succeeded", try #require(told.answer["Payment-Id"]))
            #expect(
                !(try await shop.stripe.requests().contains { $0.isConfirm && !$0.isFromOutside })
            )
        }
    }

    @Test func `A confirm handler's declined card is over at Stripe too, and the next one pays`()
        async throws
    {
        try await Shop.open { shop in
            let app = SheetApp(shop: shop)
            let bad = try await shop.stripe.paymentMethod("4000000000009995")
            for _ in 0..<2 {
                let told = try await app.confirm(bad)
                #expect(told.http == 402 && told.json.object?.keys == ["error"])
                #expect(told.error == "Your card has insufficient funds.")
            }
            let good = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await app.confirm(good).http == 200)
            #expect(try await shop.executedCreates() == 2)
            let cancels = try await shop.stripe.requests().filter(\.isCancel)
            #expect(cancels.count == 1)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A confirm handler in doubt is told to wait`() async throws {
        try await Shop.open(["PAYONCE_ANSWER_TIMEOUT": "2s"]) { shop in
            let app = SheetApp(shop: shop)
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 4]))
            let told = try await app.confirm(method)
            #expect(told.http == 504 && told.json.object?.keys == ["error"])
            let later = try await eventually { () async throws -> Told? in
                let told = try await app.confirm(method)
                return told.http == 200 ? told : nil
            }
            #expect(later?.secret != nil)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A quote is the catalogue's price`() async throws {
        try await Shop.open { shop in
            let told = try await SheetApp(shop: shop).open(
                ["items": ["id-2"]],
                on: "/quote",
                key: nil
            )
            #expect(told.json == ["amount": 2000, "currency": "usd"])
            let none = try await SheetApp(shop: shop).open(
                ["items": ["camera"]],
                on: "/quote",
                key: nil
            )
            #expect(none.http == 400 && none.code == "unknown_item")
        }
    }
}
