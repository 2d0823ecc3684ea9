import JSON
import TestKit
import Testing

/// What the sample clients do, and what they are told.
struct PayingTests {
    @Test func `A good card pays at once`() async throws {
        try await Shop.open { shop in
            let told = try await shop.pay(shop.stripe.paymentMethod(Card.good), key: Key.first)
            #expect(told.isPaid)
            #expect(told.amount == 1400)
            #expect(told.json["currency"] == "usd")
            #expect(told.clientSecret?.hasPrefix("\(told.intent ?? "none")_secret_") == true)
            #expect(!told.isReplay)
            let book = try await shop.stripe.book()
            #expect(book.map(\.intent) == [told.intent])
            #expect(book.map(\.payment) == [told.payment])
        }
    }

    /// CL01: Swift's dictionary literals make `items` an object.
    @Test func `The guide's iOS request works as it is`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            let object: JSONObject = [
                "items": ["id": "photo_subscription"], "currency": "usd", "useStripeSdk": true,
            ]
            let told = try await shop.pay(method, object)
            #expect(told.isPaid)
            let create = try await shop.stripe.requests().first(where: \.isCreate)
            #expect(create?.body.contains("use_stripe_sdk=true") == true)

            // The same in the words of the web page: no second purchase.
            let array: JSONObject = ["items": [["id": "photo-subscription"]], "currency": "USD"]
            let again = try await shop.pay(method, array)
            #expect(again.isPaid && again.isReplay)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// WS01, RC07: nothing but Stripe's word makes a challenge a payment.
    @Test func `A challenge is shown until it is done, and then paid once`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let first = try await shop.pay(method, key: Key.first)
            #expect(first.status == "requires_action")
            #expect(first.json["requiresAction"] == true)
            let intent = try #require(first.intent)

            let early = try await shop.confirm(intent)
            #expect(early.status == "requires_action")
            #expect(early.clientSecret == first.clientSecret)
            #expect(try await shop.stripe.book().isEmpty)
            #expect(try await shop.stripe.requests().count { $0.isConfirm } == 0)

            try await shop.stripe.authenticate(intent)
            let second = try await shop.confirm(intent)
            #expect(second.isPaid)
            #expect(second.payment == first.payment)
            #expect(try await shop.stripe.book().map(\.intent) == [intent])
        }
    }

    @Test func `A declined card is told in Stripe's words, with 200`() async throws {
        try await Shop.open { shop in
            let told = try await shop.pay(shop.stripe.paymentMethod("4000000000009995"))
            #expect(told.http == 200)
            #expect(told.error == "Your card has insufficient funds.")
            #expect(told.status == "declined")
            #expect(told.code == "card_declined")
            #expect(told.json["declineCode"] == "insufficient_funds")
        }
    }

    /// WS04, SE06, CL02: what the bank says about theft is not told.
    @Test func `Every card that declines gets a sentence`() async throws {
        try await Shop.open { shop in
            let cards = [
                "4000000000000002": ("card_declined", "generic_decline"),
                "4000000000009995": ("card_declined", "insufficient_funds"),
                "4000000000009987": ("card_declined", "generic_decline"),
                "4000000000009979": ("card_declined", "generic_decline"),
                "4000000000000069": ("expired_card", nil),
                "4000000000000127": ("incorrect_cvc", nil),
                "4000000000000119": ("processing_error", nil),
                "4100000000000019": ("card_declined", "generic_decline"),
            ]
            for (number, (code, declineCode)) in cards {
                let told = try await shop.pay(shop.stripe.paymentMethod(number))
                #expect(told.status == "declined", "\(number)")
                #expect(told.code == code, "\(number)")
                let word = told.json["declineCode"]?.string
                #expect(declineCode == nil || word == declineCode, "\(number)")
                let sentence = told.error?.lowercased() ?? ""
                #expect(["lost", "stolen", "fraud"].allSatisfy { !sentence.contains($0) })
            }
            #expect(try await shop.stripe.book().isEmpty)
            #expect(!shop.service.child.output.contains("\"level\":\"error\""))
        }
    }

    /// RC06: the challenge is passed, the bank says no all the same.
    @Test(arguments: ["4000008400001629", "4000008260003178"])
    func `A decline after the challenge is a decline`(number: String) async throws {
        try await Shop.open { shop in
            let first = try await shop.pay(shop.stripe.paymentMethod(number))
            let intent = try #require(first.intent)
            try await shop.stripe.authenticate(intent)
            let second = try await shop.confirm(intent)
            #expect(second.status == "declined")
            #expect(second.code == "card_declined")
            #expect(try await shop.confirm(intent).status == "declined")
        }
    }

    /// CL06, CL07: an answer with words and fields of a later Stripe.
    @Test func `Odd fields in Stripe's answers change nothing`() async throws {
        try await Shop.open { shop in
            try await shop.stripe.add(SimulatorFault("odd_fields", "*", method: nil))
            #expect(try await shop.pay(shop.stripe.paymentMethod(Card.good)).isPaid)
            let first = try await shop.pay(shop.stripe.paymentMethod(Card.challenged))
            let intent = try #require(first.intent)
            try await shop.stripe.authenticate(intent)
            #expect(try await shop.confirm(intent).isPaid)
        }
    }

    /// CL09: the words of the old web guide, and its answers.
    @Test func `The old spelling is understood`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let body: JSONValue = ["payment_method_id": .string(method)]
            let first = try await shop.send(HttpCall("POST", "/pay", json: body))
            #expect(first.json["requires_action"] == true)
            #expect(first.json["payment_intent_client_secret"]?.string == first.clientSecret)
            let intent = try #require(first.intent)
            try await shop.stripe.authenticate(intent)
            let second = try await shop.send(
                HttpCall("POST", "/pay", json: ["payment_intent_id": .string(intent)])
            )
            #expect(second.json["success"] == true)
        }
    }
}

/// Cards of https://docs.stripe.com/testing.
enum Card {
    static let good = "4242424242424242"
    static let other = "5555555555554444"
    static let challenged = "4000002500003155"
    static let declined = "4000000000000002"
    /// Asks for 3-D Secure also where it is saved.
    static let challengedAlways = "4000002760003184"
    /// Its bank says that the security code is wrong, and approves all the same.
    static let wrongCode = "4000000000000101"
}

/// Keys of guests: at least 16 characters.
enum Key {
    static let first = "a-key-of-one-purchase-1"
    static let second = "a-key-of-one-purchase-2"
}
