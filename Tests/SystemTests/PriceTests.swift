import JSON
import TestKit
import Testing

/// What a purchase costs, and that nobody but the shop says so.
struct PriceTests {
    /// AM01, AM02, AM06: minor units are not multiplied, in any currency.
    @Test func `Amounts go to Stripe as they are in the catalogue`() async throws {
        try await Shop.open { shop in
            let purchases: [(String, Int64, String, Int64)] = [
                ("coin", 1, "jpy", 500), ("coin", 3, "jpy", 1500),
                ("pearl", 1, "kwd", 18_600), ("photo_subscription", 2, "eur", 2600),
                ("palace", 1, "usd", 99_999_999), ("id-3", 7, "usd", 21_000),
            ]
            for (item, quantity, currency, amount) in purchases {
                let told = try await shop.pay(
                    shop.stripe.paymentMethod(Card.good),
                    [
                        "items": [
                            ["id": .string(item), "quantity": .number(JSONNumber(quantity))]
                        ],
                        "currency": .string(currency),
                    ]
                )
                #expect(told.isPaid && told.amount == amount, "\(item)")
                let entry = try await shop.stripe.book().last
                #expect(entry?.amount == amount && entry?.currency == currency, "\(item)")
            }
        }
    }

    /// AM05, AM06, AM08, EN06: no number ends the process, and none is guessed at.
    @Test func `What cannot be priced is 400 with a sentence`() async throws {
        try await Shop.open { shop in
            let process = shop.service.child.processIdentifier
            let method = try await shop.stripe.paymentMethod(Card.good)
            for (number, items) in PriceTests.unpriced.enumerated() {
                let body = #"{"paymentMethodId":"\#(method)",\#(items)}"#
                let key = "a-key-for-number-\(number)-here"
                let told = try await shop.send(.raw(body, [("Idempotency-Key", key)]))
                #expect(told.http == 400, "\(items)")
                #expect((told.error?.count ?? 0) > 10, "\(items)")
            }
            #expect(try await shop.stripe.requests().count { $0.isCreate } == 0)
            #expect(!shop.service.child.isOver)
            #expect(shop.service.child.processIdentifier == process)
            #expect(try await shop.pay(method).isPaid)
        }
    }

    private static let unpriced: [String] =
        [
            "0", "-1", "-0", "1.5", "1.0", "1e2", "1e30", "1e400", "9223372036854775807",
            "9223372036854775808", "92233720368547758", "10001", "\"2\"", "true", "[]", "{}",
        ].map { #""items":[{"id":"id-1","quantity":\#($0)}]"# } + [
            #""items":[{"id":"nothing-of-ours"}]"#,
            #""items":[{"id":"id-1"}],"currency":"jpy""#,
            #""items":[{"id":"id-1"}],"currency":"xxx""#,
            #""items":[{"id":"id-1"}],"currency":"""#,
            #""items":[{"id":"palace","quantity":2}]"#,
            #""items":[{"id":"palace"},{"id":"palace"}]"#,
            #""items":[{"id":"palace","quantity":10000}]"#,
            #""items":[{"id":"id-1","quantity":6000},{"id":"id_1","quantity":6000}]"#,
            #""items":"pin""#,
            #""items":[]"#,
            #""items":"""#,
            #""items":[{}]"#,
            #""items":[{"id":""}]"#,
            #""items":[{"id":"x&amount=1"}]"#,
            #""items":[{"id":"id-1\u0000"}]"#,
            #""items":[{"id":"\ud800"}]"#,
        ]

    /// AM11, SE02.
    @Test func `An amount from the client is not looked at`() async throws {
        try await Shop.open { shop in
            let more: JSONObject = [
                "amount": 1, "price": 1, "total": 1, "unit_amount": 1,
                "items": [["id": "id-5", "price": 1, "amount": 1, "unit_amount": 1]],
                "metadata": ["amount": 1],
            ]
            let told = try await shop.pay(shop.stripe.paymentMethod(Card.good), more)
            #expect(told.isPaid && told.amount == 5000)
            #expect(try await shop.stripe.book().map(\.amount) == [5000])
        }
    }

    /// AM08: while a hostile request is refused, the payments of others go on.
    @Test func `A number too large disturbs no payment in flight`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 2]))
            async let running = shop.pay(method)
            try await shop.stripe.waitForRequest(\.isCreate)
            let body = #"{"paymentMethodId":"pm_x","items":[{"id":"id-1","quantity":1e400}]}"#
            #expect(try await shop.send(.raw(body)).http == 400)
            #expect(try await running.isPaid)
        }
    }
}
