import JSON
import TestKit
import Testing

/// Saved cards whose security code is collected again.
struct SecurityCodeTests {
    /// SC07.
    @Test func `A security code goes to Stripe, once, and is kept nowhere`() async throws {
        try await Shop.open(Shop.accepting) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.save(Card.good, of: ann)
            let token = try await shop.securityCode()
            let code: JSONObject = ["cvcToken": .string(token)]
            #expect(try await shop.send(.pay(method, key: "k1", code).by(ann)).isPaid)
            #expect(try await shop.send(.pay(method, key: "k1", code).by(ann)).isReplay)
            // Another key for the same purchase finds the payment that the code was used for.
            #expect(try await shop.send(.pay(method, key: "k2", code).by(ann)).isReplay)
            let cart: JSONObject = ["cvcToken": .string(token), "items": ["id-2"]]
            let used = try await shop.send(.pay(method, key: "k3", cart).by(ann))
            #expect(used.http == 400 && used.code == "cvc_token_used")
            let keyless = try await shop.send(.pay(method, cart).by(ann))
            #expect(keyless.http == 422 && keyless.code == "idempotency_key_reused")

            let bodies = try await shop.stripe.requests().filter(\.isCreate).map(\.body)
            let field = "payment_method_options%5Bcard%5D%5Bcvc_token%5D=\(token)"
            #expect(bodies.count { $0.contains(field) || $0.contains("cvc_token]=\(token)") } == 1)
            let kept = try await shop.database.sql(
                "SELECT count(*) FROM operations WHERE convert_from(body, 'UTF8') LIKE '%\(token)%'"
            )
            #expect(kept == "0")
            #expect(!shop.service.child.output.contains(token))
        }
    }

    @Test func `A code that Stripe has seen before ends the attempt without a charge`()
        async throws
    {
        try await Shop.open(Shop.accepting) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.save(Card.good, of: ann)
            for code in ["cvctok_1unknown", try await spent(shop)] {
                let told = try await shop.send(
                    .pay(method, key: code, ["cvcToken": .string(code)]).by(ann)
                )
                #expect(told.status == "declined" && told.code == "cvc_token_unusable")
            }
            #expect(try await shop.stripe.book().count == 2)
        }
    }

    /// A token that was used behind the service's back.
    private func spent(_ shop: Shop) async throws -> String {
        let token = try await shop.securityCode()
        let customer = try await shop.stripe.stripe("POST", "/v1/customers").word("id")
        try await shop.stripe.stripe(
            "POST",
            "/v1/payment_intents",
            "amount=1400&currency=usd&payment_method=pm_card_visa&customer=\(customer)"
                + "&payment_method_types[]=card&confirm=true"
                + "&metadata[payonce_payment_id]=another"
                + "&payment_method_options[card][cvc_token]=\(token)"
        )
        return token
    }

    @Test func `A shop may want the code of every saved card`() async throws {
        let settings = Shop.accepting.merging(["PAYONCE_CVC_RECOLLECTION": "required"]) { $1 }
        try await Shop.open(settings) { shop in
            let ann = try await shop.customer("ann")
            let method = try await shop.save(Card.good, of: ann)
            #expect(try await shop.cards(of: ann).first?["requiresCvc"] == true)
            let creates = try await shop.executedCreates()
            let told = try await shop.send(.pay(method, key: "k").by(ann))
            #expect(told.http == 400 && told.code == "cvc_required")
            #expect(try await shop.executedCreates() == creates)
            let code: JSONObject = ["cvcToken": .string(try await shop.securityCode())]
            #expect(try await shop.send(.pay(method, key: "k", code).by(ann)).isPaid)
        }
    }

    @Test func `A code alone charges the only saved card`() async throws {
        try await Shop.open(Shop.accepting) { shop in
            let ann = try await shop.customer("ann")
            let token = try await shop.securityCode()
            let alone = HttpCall("POST", "/pay", json: ["cvcToken": .string(token)])
            let none = try await shop.send(alone.by(ann))
            #expect(none.http == 400 && none.code == "payment_method_required")
            _ = try await shop.save(Card.good, of: ann)
            #expect(try await shop.send(alone.by(ann)).isPaid)
            #expect(try await shop.send(alone.by(ann)).isReplay)
            _ = try await shop.save(Card.other, of: ann, key: "save-another")
            #expect(try await shop.send(alone.by(ann)).isReplay)
            let next = try await shop.securityCode()
            let several = try await shop.send(
                HttpCall("POST", "/pay", json: ["cvcToken": .string(next), "items": ["id-3"]])
                    .by(ann)
            )
            #expect(several.http == 400 && several.code == "payment_method_required")
            #expect(try await shop.send(alone.by(.guest)).http == 401)
        }
    }
}
