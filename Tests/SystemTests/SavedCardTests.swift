import JSON
import TestKit
import Testing

/// Customers who keep a card for the next time.
struct SavedCardTests {
    @Test func `A card is saved, listed, charged again and removed`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            #expect(try await shop.cards(of: ann).isEmpty)
            let method = try await shop.save(Card.good, of: ann)
            let cards = try await shop.cards(of: ann)
            #expect(
                cards == [
                    [
                        "id": .string(method), "brand": "visa", "last4": "4242", "expMonth": 12,
                        "expYear": 2034, "requiresCvc": false,
                    ]
                ]
            )
            for key in ["k1", "k2"] {
                #expect(try await shop.send(.pay(method, key: key).by(ann)).isPaid)
            }
            #expect(try await shop.send(.pay(method, key: "k2").by(ann)).isReplay)
            #expect(try await shop.stripe.book().count == 3)
            #expect(
                try await shop.database.sql("SELECT consent, payment_id <> '' FROM saved_cards")
                    == "terms 3|t"
            )

            let removed = try await shop.remove(method, by: ann)
            #expect(removed.status == 200)
            #expect(try removed.json() == ["id": .string(method), "deleted": true])
            #expect(try await shop.remove(method, by: ann).status == 200)
            #expect(try await shop.cards(of: ann).isEmpty)
            #expect(try await shop.send(.pay(method, key: "k3").by(ann)).http == 404)
            // What was paid with it is still told.
            #expect(try await shop.send(.pay(method, key: "k2").by(ann)).isReplay)
            #expect(try await shop.executed("/v1/payment_methods/\(method)/detach") == 1)
        }
    }

    /// SC10.
    @Test(arguments: ["4000000000000341", "4000000000000002", "4000000000000127"])
    func `A declined card is not saved`(_ number: String) async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.stripe.paymentMethod(number)
            let told = try await shop.send(
                .pay(method, key: "k", ["savePaymentMethod": true]).by(ann)
            )
            #expect(told.status == "declined")
            #expect(try await shop.cards(of: ann).isEmpty)
            #expect(try await shop.database.sql("SELECT method FROM saved_cards").isEmpty)
            let attached = try await shop.stripe.requests().filter { $0.path.contains("attach") }
            #expect(attached.isEmpty)
        }
    }

    /// SC08, SE07.
    @Test func `Somebody else's card does not exist, and nothing is created`() async throws {
        try await Shop.open(Shop.accepting) { shop in
            let ann = try await shop.customer("ann")
            let bob = try await shop.customer("bob")
            let method = try await shop.save(Card.good, of: ann)
            _ = try await shop.save(Card.other, of: bob)
            let creates = try await shop.executedCreates()
            let cvcToken = JSONValue.string(try await shop.securityCode())
            let unknown = try await shop.send(
                HttpCall("GET", "/payments/pay_00000000000000000000000000000000").by(bob)
            )
            for more in [[:], ["savePaymentMethod": true], ["cvcToken": cvcToken]] as [JSONObject] {
                let told = try await shop.send(.pay(method, key: "k", more).by(bob))
                // The same answer as to anything that does not exist.
                #expect(told.http == 404 && told.json == unknown.json, "\(told.answer.text)")
            }
            #expect(try await shop.pay(method, key: Key.first).http == 404)
            #expect(try await shop.pay(method).http == 404)
            #expect(try await shop.remove(method, by: bob).status == 404)
            #expect(try await shop.remove("pm_nothing", by: bob).status == 404)
            #expect(try await shop.remove("x", by: bob).status == 404)
            #expect(try await shop.cards(of: bob).count == 1)
            for call in [
                HttpCall("GET", "/payment-methods"),
                HttpCall("DELETE", "/payment-methods/\(method)"),
            ] {
                #expect(try await shop.service.send(call.by(.guest)).status == 401)
            }
            #expect(try await shop.cards(of: ann).count == 1)
            #expect(try await shop.executedCreates() == creates)
            let detached = try await shop.stripe.requests().filter { $0.path.contains("detach") }
            #expect(detached.isEmpty)
        }
    }

    /// SC03.
    @Test func `A saved card may ask for 3-D Secure each time`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.save("4000002760003184", of: ann)
            let told = try await shop.send(.pay(method, key: "k").by(ann))
            #expect(told.status == "requires_action")
            let intent = try #require(told.intent)
            try await shop.stripe.authenticate(intent)
            #expect(try await shop.send(.confirm(intent).by(ann)).isPaid)
            let bodies = try await shop.stripe.requests().map(\.body)
            #expect(!bodies.contains { $0.contains("off_session=") })
        }
    }

    /// SC09.
    @Test func `A card whose note was lost is learnt from Stripe`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.save(Card.good, of: ann)
            let note = "SELECT method || ' ' || customer || ' ' || consent FROM saved_cards"
            let noted = try await eventually { () -> String? in
                let text = try await shop.database.sql(note)
                return text.isEmpty ? nil : text
            }
            #expect(noted == "\(method) ann terms 3")
            _ = try await shop.database.sql("DELETE FROM saved_cards")
            #expect(try await shop.cards(of: ann).count == 1)
            #expect(try await shop.database.sql(note) == "\(method) ann terms 3")
            _ = try await shop.database.sql("DELETE FROM saved_cards")
            #expect(try await shop.send(.pay(method, key: "k").by(ann)).isPaid)
            #expect(try await shop.database.sql(note) == "\(method) ann terms 3")
        }
    }

    @Test func `A saved card says which purchase it is for`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.save(Card.good, of: ann)
            let told = try await shop.send(.pay(method).by(ann))
            #expect(told.http == 400 && told.code == "idempotency_key_required")
            #expect(try await shop.send(.pay(method, ["orderId": "o-1"]).by(ann)).isPaid)
            #expect(try await shop.send(.pay(method, ["orderId": "o-1"]).by(ann)).isReplay)
            #expect(try await shop.stripe.book().count == 2)
        }
    }

    @Test func `Requests that race make one customer of one reference`() async throws {
        try await Shop.open(Shop.customers) { shop in
            try await shop.addInstance()
            let ann = try await shop.customer("ann")
            try await shop.stripe.add(SimulatorFault("drop_after", "/v1/customers", times: 1))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        let method = try await shop.stripe.paymentMethod(Card.good)
                        let told = try await shop.send(
                            .pay(method, key: "k\(number)", ["savePaymentMethod": true]).by(ann),
                            to: shop.all[number % 2]
                        )
                        #expect(told.isPaid, "\(told.answer.text)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await shop.executed("/v1/customers") == 1)
            #expect(
                try await shop.database.sql(
                    "SELECT count(DISTINCT stripe_customer), count(*) FROM payments"
                ) == "1|10"
            )
        }
    }
}
