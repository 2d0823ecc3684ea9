import Payments
import Testing

@testable import API

@Suite("What a customer is told of saved cards")
struct WalletTableTests {
    private func card() throws -> CardFacts {
        CardFacts(
            method: try #require(PaymentMethodID("pm_1")),
            customer: StripeCustomerID("cus_1"),
            fingerprint: "print",
            brand: "visa",
            last4: "4242",
            expiryMonth: 3,
            expiryYear: 2031
        )
    }

    @Test("The list names each card and nothing of Stripe's about the customer")
    func list() throws {
        let response = WalletTable.reply(to: .cards([try card()]), requiresCVC: true).response
        #expect(response.status == 200)
        #expect(response.headers["content-type"] == "application/json")
        #expect(
            response.text
                == #"{"paymentMethods":[{"id":"pm_1","brand":"visa","last4":"4242","#
                + #""expMonth":3,"expYear":2031,"requiresCvc":true}]}"#
        )
        let empty = WalletTable.reply(to: .cards([]), requiresCVC: false).response
        #expect(empty.text == #"{"paymentMethods":[]}"#)
    }

    @Test("A card that is gone is deleted, however often that is asked for")
    func removal() throws {
        let method = try card().method
        let removed = WalletTable.reply(to: .removed, about: method).response
        #expect(removed.text == #"{"id":"pm_1","deleted":true}"#)
        let unknown = WalletTable.reply(to: .notFound, about: method).response
        #expect(unknown.status == 404)
        #expect(try unknown.code() == "payment_method_not_found")
        for away in [
            WalletTable.reply(to: .unavailable, about: method),
            WalletTable.reply(to: .unavailable, requiresCVC: false),
        ] {
            #expect(away.response.status == 503)
            #expect(away.response.headers["retry-after"] == "5")
        }
    }
}
