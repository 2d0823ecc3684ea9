import JSON
import TestKit
import Testing

/// A customer whom somebody deletes in Stripe's dashboard.
struct GoneCustomerTests {
    /// Ann's card is saved, and ann is deleted.
    private func delete(_ shop: Shop, _ ann: Asker) async throws -> String {
        let method = try await shop.save(Card.good, of: ann)
        let customer = try await eventually { () async throws -> String? in
            let name = try await shop.database.sql("SELECT stripe_customer FROM saved_cards")
            return name.isEmpty ? nil : name
        }
        try await shop.stripe.stripe("DELETE", "/v1/customers/\(try #require(customer))")
        return method
    }

    @Test func `Saved cards go with the customer, and nothing is charged`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let method = try await delete(shop, ann)
            let told = try await shop.send(.pay(method, key: "k1").by(ann))
            #expect(told.status == "declined" && told.code == "payment_method_unusable")
            #expect(try await shop.send(.pay(method, key: "k2").by(ann)).http == 404)
            #expect(try await shop.cards(of: ann).isEmpty)
            #expect(try await shop.stripe.book().count == 1)
            // Which was paid is still told.
            #expect(try await shop.send(.pay(method, key: "save").by(ann)).isReplay)

            let other = try await shop.save(Card.other, of: ann, key: "k1")
            #expect(try await shop.cards(of: ann).compactMap { $0["id"]?.string } == [other])
            #expect(try await shop.send(.pay(other, key: "k3").by(ann)).isPaid)
            #expect(try await shop.stripe.book().count == 3)
            #expect(try await shop.executed("/v1/customers") == 2)
        }
    }

    @Test func `A card that is saved next makes a new customer, and is charged once`()
        async throws
    {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            _ = try await delete(shop, ann)
            let method = try await shop.stripe.paymentMethod(Card.other)
            let more: JSONObject = ["savePaymentMethod": true, "consent": "terms 4"]
            let call = HttpCall.pay(method, key: "k1", more).by(ann)
            let first = try await shop.send(call)
            #expect(first.isUnavailable && first.answer["Retry-After"] != nil)
            #expect(try await shop.send(call).isPaid)
            #expect(try await shop.send(call).isReplay)
            #expect(try await shop.stripe.book().count == 2)
            #expect(try await shop.executed("/v1/customers") == 2)
            #expect(
                try await shop.database.sql(
                    "SELECT attempt, gone_at IS NOT NULL FROM customers ORDER BY attempt"
                ) == "1|t\n2|f"
            )
        }
    }

    @Test func `A list that is not there any more is empty`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let method = try await delete(shop, ann)
            #expect(try await shop.cards(of: ann).isEmpty)
            #expect(try await shop.send(.pay(method, key: "k1").by(ann)).http == 404)
            #expect(try await shop.executedCreates() == 1)
            _ = try await shop.save(Card.other, of: ann, key: "k2")
            #expect(try await shop.executed("/v1/customers") == 2)
        }
    }
}
