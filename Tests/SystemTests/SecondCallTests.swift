import JSON
import TestKit
import Testing

/// `POST /pay {paymentIntentId}`: after the challenge.
struct SecondCallTests {
    /// RC04, CO06.
    @Test func `Twenty second calls at once confirm once`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            try await shop.stripe.authenticate(challenge.intent)
            try await shop.stripe.add(SimulatorFault("slow", "*/confirm", ["seconds": 1]))
            let answers = try await many(20) { _ in try await shop.confirm(challenge.intent) }
            #expect(answers.allSatisfy { $0.isPaid }, "\(answers.summary)")
            #expect(Set(answers.map(\.answer.text)).count == 1)
            #expect(try await shop.stripe.requests().count { $0.isConfirm } == 1)
            #expect(try await shop.stripe.book().count == 1)

            // Later, and after a restart, it is as paid as before.
            let late = try await many(10) { _ in try await shop.confirm(challenge.intent) }
            #expect(late.allSatisfy { $0.isPaid }, "\(late.summary)")
            try await shop.crash()
            try await shop.restart()
            #expect(try await shop.confirm(challenge.intent).isPaid)
            #expect(try await shop.stripe.requests().count { $0.isConfirm } == 1)
        }
    }

    /// RC03, ST09.
    @Test func `After the hour it is expired, and the purchase can still be made`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            try await shop.stripe.authenticate(challenge.intent)
            try await shop.stripe.advance(seconds: 61 * 60)
            let late = try await shop.confirm(challenge.intent)
            #expect(late.status == "expired")
            #expect(late.code == "confirmation_window_expired")
            #expect(try await shop.confirm(challenge.intent).status == "expired")
            #expect(try await shop.stripe.book().isEmpty)

            let other = try await shop.stripe.paymentMethod(Card.good)
            let told = try await shop.pay(other, key: Key.first)
            #expect(told.isPaid && told.payment != challenge.told.payment)
        }
    }

    /// RC03: Stripe's clock decides, and at 59 minutes it still takes the confirm.
    @Test func `Just within the hour it is paid`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            try await shop.stripe.authenticate(challenge.intent)
            try await shop.stripe.advance(seconds: 59 * 60)
            #expect(try await shop.confirm(challenge.intent).isPaid)
        }
    }

    /// SE01, SE08, EN07: nobody else's intents, and no paths in place of ids.
    @Test func `An unknown intent is 404, what is no id is 400, and Stripe is not asked`()
        async throws
    {
        try await Shop.open { shop in
            let foreign = try await shop.stripe.stripe(
                "POST",
                "/v1/payment_intents",
                "amount=1400&currency=usd&payment_method_types[]=card&confirmation_method=manual"
            )
            let seen = try await shop.stripe.requests().count
            let unknown = [
                try foreign.word("id"), "pi_nobody", "pi_" + String(repeating: "x", count: 99),
            ]
            for intent in unknown {
                let told = try await shop.confirm(intent)
                #expect(told.http == 404, "\(intent)")
            }
            let malformed: [JSONValue] = [
                "pi_1/cancel", "pi_1?expand[]=x", "../customers/cus_1", "pi_1%2fcancel", "pi_", "",
                "pm_card_visa", "seti_1", "pi_1\r\nX: y", 17, true, ["pi_1"], ["id": "pi_1"],
            ]
            for id in malformed {
                let call = HttpCall("POST", "/pay", json: ["paymentIntentId": id])
                #expect(try await shop.send(call).http == 400, "\(id)")
            }
            #expect(try await shop.stripe.requests().count == seen)
        }
    }

    @Test(arguments: ["4242424242424242", "pi_123", "tok_visa", "src_1", "card_1", "pm_", "pm_1/x"])
    func `What is no payment method is 400`(method: String) async throws {
        try await Shop.open { shop in
            let told = try await shop.pay(method, key: Key.first)
            #expect(told.http == 400)
            #expect(try await shop.stripe.requests().count { $0.isCreate } == 0)
        }
    }

    /// ST02, DC11: somebody canceled it in the dashboard.
    @Test func `Canceled at Stripe is canceled here, and blocks nothing`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            try await shop.stripe.stripe(
                "POST",
                "/v1/payment_intents/\(challenge.intent)/cancel"
            )
            let told = try await shop.confirm(challenge.intent)
            #expect(told.status == "canceled")
            #expect(told.code == "canceled")
            let other = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.pay(other, key: Key.first).isPaid)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// RC10.
    @Test(arguments: ["failure", "cancel"])
    func `A failed challenge is a decline, and another card pays`(outcome: String) async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            try await shop.stripe.authenticate(challenge.intent, outcome)
            let told = try await shop.confirm(challenge.intent)
            #expect(told.status == "declined")
            #expect(
                told.error == "Your card was denied, please provide a new payment method"
            )
            let other = try await shop.stripe.paymentMethod(Card.good)
            let paid = try await shop.pay(other, key: Key.first)
            #expect(paid.isPaid && paid.intent != challenge.intent)
            // The old attempt stays what it was.
            #expect(try await shop.confirm(challenge.intent).status == "declined")
        }
    }

    /// SE02: what is bought was fixed by the first call.
    @Test func `The second call cannot change the purchase`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            try await shop.stripe.authenticate(challenge.intent)
            let swaps: [JSONObject] = [
                ["items": [["id": "id-5"]]], ["currency": "eur"], ["orderId": "another-order"],
            ]
            for swap in swaps {
                var body: JSONObject = ["paymentIntentId": .string(challenge.intent)]
                for (name, value) in swap { body[name] = value }
                let told = try await shop.send(HttpCall("POST", "/pay", json: .object(body)))
                #expect(told.http == 422)
            }
            #expect(try await shop.stripe.requests().count { $0.isConfirm } == 0)
            #expect(try await shop.confirm(challenge.intent).isPaid)
        }
    }

    /// The shipped Flutter screens' name for it.
    @Test func `The off-session address takes an intent and nothing else`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge()
            try await shop.stripe.authenticate(challenge.intent)
            let path = "/charge-card-off-session"
            let email = HttpCall("POST", path, json: ["email": "somebody@example.org"])
            #expect(try await shop.send(email).http == 400)
            let intent = HttpCall(
                "POST",
                path,
                json: ["paymentIntentId": .string(challenge.intent)]
            )
            let told = try await shop.send(intent)
            #expect(told.isPaid && told.json["succeeded"] == true)
            #expect(try await shop.stripe.book().count == 1)
        }
    }
}

/// A first call that wants a challenge.
struct Challenge {
    let told: Told
    let method: String
    let intent: String
}

extension Shop {
    func challenge(key: String? = Key.first, _ more: JSONObject = [:]) async throws -> Challenge {
        let method = try await stripe.paymentMethod(Card.challenged)
        let told = try await pay(method, key: key, more)
        #expect(told.status == "requires_action")
        return Challenge(told: told, method: method, intent: try #require(told.intent))
    }
}
