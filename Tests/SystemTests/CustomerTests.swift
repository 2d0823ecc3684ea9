import JSON
import TestKit
import Testing

/// Customers who sign in with a token of the shop's.
struct CustomerTests {
    @Test func `A key is a customer's own, and may be short`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let bob = try await shop.customer("bob")
            var paid: [String?] = []
            for asker in [ann, bob] {
                let method = try await shop.stripe.paymentMethod(Card.good)
                let told = try await shop.send(.pay(method, key: "k").by(asker))
                #expect(told.isPaid && !told.isReplay)
                paid.append(told.payment)
                let again = try await shop.send(.pay(method, key: "k").by(asker))
                #expect(again.isReplay && again.payment == told.payment)
            }
            #expect(Set(paid).count == 2)
            let method = try await shop.stripe.paymentMethod(Card.good)
            let guest = try await shop.pay(method, key: "k")
            #expect(guest.http == 400 && guest.code == "idempotency_key_too_short")
            #expect(try await shop.stripe.book().count == 2)
        }
    }

    @Test func `A challenge is finished, looked at and canceled by its customer alone`()
        async throws
    {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let bob = try await shop.customer("bob")
            for ending in ["pay", "cancel"] {
                let method = try await shop.stripe.paymentMethod(Card.challenged)
                let told = try await shop.send(.pay(method, key: ending).by(ann))
                let payment = try #require(told.payment)
                let intent = try #require(told.intent)
                // Neither with the secret of the challenge nor with a token of their own.
                for asker in [Asker.guest, bob] {
                    #expect(try await shop.send(.confirm(intent).by(asker)).http == 404)
                }
                let seen = try await shop.send(HttpCall("GET", "/payments/\(payment)").by(ann))
                #expect(seen.status == "requires_action" && seen.intent == intent)
                try await shop.stripe.authenticate(intent)
                if ending == "pay" {
                    #expect(try await shop.send(.confirm(intent).by(ann)).isPaid)
                } else {
                    let cancel = HttpCall("POST", "/payments/\(payment)/cancel")
                    #expect(try await shop.send(cancel.by(bob)).http == 404)
                    #expect(try await shop.send(cancel.by(ann)).status == "canceled")
                }
            }
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    @Test func `A token runs out, and an old secret is taken while it changes`() async throws {
        let secret = try #require(Shop.customers["PAYONCE_CUSTOMER_TOKEN_SECRET"])
        let both = "fedcba9876543210fedcba9876543210,\(secret)"
        try await Shop.open(["PAYONCE_CUSTOMER_TOKEN_SECRET": both]) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.send(.pay(method, key: "k").by(ann)).isPaid)
        }
        try await Shop.open { shop in
            // Without a secret nobody can be signed in.
            let ann = try await shop.customer("ann")
            let method = try await shop.stripe.paymentMethod(Card.good)
            let told = try await shop.send(.pay(method, key: "k").by(ann))
            #expect(told.http == 401 && told.code == "token_invalid")
        }
    }

    @Test func `Keys are shown once, listed and revoked`() async throws {
        try await Shop.open { shop in
            let url = shop.database.url
            let key = try await shop.key("merchant", named: "the checkout")
            let id = try #require(key.proof.split(separator: "_").dropFirst(2).first)
            #expect(try await shop.service.send(HttpCall("GET", "/orders/x").by(key)).status == 404)
            let list = try await ServiceProgram.run(["keys", "list"], database: url)
            #expect(list.contains("\(id)  merchant  the checkout  created "))
            #expect(list.contains("  used "))
            // Neither the list nor the database nor the log holds the secret.
            let secret = try #require(key.proof.split(separator: "_").last)
            #expect(!list.contains(secret))
            #expect(try await !shop.database.sql("SELECT * FROM api_keys").contains(secret))
            #expect(!shop.service.child.output.contains(secret))

            try await ServiceProgram.run(["keys", "revoke", String(id)], database: url)
            let isRefused = try await eventually(every: .milliseconds(200)) { () -> Bool? in
                let answer = try await shop.service.send(HttpCall("GET", "/orders/x").by(key))
                return answer.status == 401 ? true : nil
            }
            #expect(isRefused == true)
            await #expect(throws: ProcessFailure.self) {
                try await ServiceProgram.run(["keys", "revoke", "nothing"], database: url)
            }
        }
    }
}
