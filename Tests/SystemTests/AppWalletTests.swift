import HTTPServer
import PayOnceClient
import Synchronization
import TestKit
import Testing

/// The library's signed-in customers, and what else it meets on its way.
struct AppWalletTests {
    @Test func `A card is saved, charged with its security code, and taken off`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = Tokens(["nonsense", try await shop.customer("ann").proof])
            let app = try App(shop, tokens: ann)
            var purchase = App.purchase
            purchase.savesCard = true
            purchase.consent = "terms 3"
            let method = try await shop.stripe.paymentMethod(Card.good)
            #expect(await app.checkout(purchase).pay(paymentMethodId: method).isPaid)
            #expect(ann.asked == 2)
            let cards = try await app.service.savedCards()
            #expect(cards.map(\.id) == [method])
            #expect(cards.map(\.last4) == ["4242"] && cards.first?.expYear == 2034)

            // With the only card, twice: two checkouts are two purchases.
            for count in 2...3 {
                let code = try await shop.securityCode()
                let outcome = await app.checkout().pay(paymentMethodId: nil, cvcToken: code)
                #expect(outcome.isPaid, "\(outcome)")
                #expect(try await shop.stripe.book().count == count)
            }
            #expect(try await app.service.deleteCard(method))
            #expect(try await app.service.savedCards().isEmpty)
            #expect(try await app.service.deleteCard(method))
            #expect(try await app.service.deleteCard("pm_of_nobody") == false)
            #expect(ann.asked == 2)
        }
    }

    /// A new code is a new attempt, and so is another card.
    @Test func `A wrong security code twice, then another card`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let wrong = try await shop.save(Card.wrongCode, of: ann, key: "save-1")
            let good = try await shop.save(Card.other, of: ann, key: "save-2")
            let checkout = try App(shop, tokens: Tokens([ann.proof])).checkout()
            for _ in 1...2 {
                let code = try await shop.securityCode()
                let outcome = await checkout.pay(paymentMethodId: wrong, cvcToken: code)
                guard case .declined(let why) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(why.code == "incorrect_cvc")
            }
            let code = try await shop.securityCode()
            #expect(await checkout.pay(paymentMethodId: good, cvcToken: code).isPaid)
            // Those of saving, and this one.
            #expect(try await shop.stripe.book().count == 3)
        }
    }

    @Test func `A customer who cannot be signed in is refused`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let nobody = Tokens(["nonsense", "more nonsense"])
            let app = try App(shop, tokens: nobody)
            guard case .refused(let refusal) = await app.checkout().pay(paymentMethodId: "pm_1")
            else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.status == 401 && refusal.code == "token_invalid")
            #expect(try await app.restarted().record.mayHaveCharged == false)
            await #expect(throws: ServiceError.refused(refusal)) {
                try await app.service.savedCards()
            }
            #expect(nobody.asked >= 2)
        }
    }

    @Test func `The publishable key is the shop's`() async throws {
        try await Shop.open { shop in
            let app = try App(shop)
            let key = try await app.service.publishableKey()
            #expect(key == "pk_test_system")
        }
    }

    /// A redirect would turn the POST into a GET, and give the key to another host.
    @Test(arguments: [301, 302, 307, 308])
    func `No redirect is followed`(status: Int) async throws {
        try await Shop.open { shop in
            let elsewhere = try await ShopServer.start()
            let proxy = try await ShopServer.start { _ in
                HTTPResponse(
                    status: status,
                    headers: ["Location": "http://127.0.0.1:\(elsewhere.port)/pay"]
                )
            }
            let patience = PayOnceClient.Patience(total: .seconds(1), firstPause: .seconds(1))
            let app = try App(shop, port: proxy.port, patience: patience)
            let outcome = await app.checkout().pay(paymentMethodId: "pm_card_visa")
            #expect(outcome == .stillChecking(Doubt(reason: .noAnswer, mayHaveCharged: true)))
            #expect(elsewhere.messages.isEmpty && !proxy.messages.isEmpty)
            await elsewhere.stop()
            await proxy.stop()
        }
    }
}

/// Tokens that the shop's server gives one after the other, the last one again and again.
final class Tokens: CustomerTokens {
    private let tokens: [String]
    private let count = Mutex(0)

    init(_ tokens: [String]) { self.tokens = tokens }

    var asked: Int { count.withLock { $0 } }

    func token() async throws -> Secret? {
        let place = count.withLock { count in
            count += 1
            return min(count, tokens.count) - 1
        }
        return Secret(tokens[place])
    }
}
