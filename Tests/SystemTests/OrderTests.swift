import JSON
import TestKit
import Testing

/// Orders that the shop's server fixes: `POST /orders`, `GET /orders/{orderId}`.
struct OrderTests {
    private static let items: JSONObject = [
        "orderId": "order-1", "items": [["id": "id-1"]], "currency": "usd",
    ]

    @Test func `An app pays what the shop says, once`() async throws {
        try await Shop.open { shop in
            let merchant = try await shop.key("merchant")
            let fixed = try await shop.fix(
                ["amount": 2599, "currency": "EUR", "description": "With tax"],
                merchant
            )
            #expect(fixed.http == 200)
            #expect(fixed.amount == 2599)
            #expect(fixed.json["currency"] == "eur")
            #expect(fixed.json["description"] == "With tax")
            #expect(fixed.payment == nil && fixed.status == nil)

            let method = try await shop.stripe.paymentMethod(Card.good)
            let told = try await shop.pay(method, Self.items)
            #expect(told.isPaid && told.amount == 2599)
            #expect(told.json["currency"] == "eur")
            let again = try await shop.pay(method, Self.items)
            #expect(again.isReplay && again.payment == told.payment)
            let other = try await shop.pay(
                shop.stripe.paymentMethod(Card.other),
                key: Key.second,
                Self.items
            )
            #expect(other.http == 409 && other.code == "order_already_paid")
            #expect(try await shop.stripe.book().map(\.amount) == [2599])

            let seen = try await shop.order("order-1", merchant)
            #expect(seen.payment == told.payment && seen.status == "succeeded")
        }
    }

    @Test func `The catalogue's prices are those of the moment when it was fixed`() async throws {
        try await Shop.open { shop in
            let merchant = try await shop.key("ops")
            let content: JSONObject = [
                "items": [["id": "id-2", "quantity": 2], "id-3"], "currency": "usd",
            ]
            #expect(try await shop.fix(content, merchant).amount == 7000)
            try await ServiceProgram.importPrices(
                ["id-2,usd,9900"],
                replacing: true,
                database: shop.database.url
            )
            // Also where nothing of it is sold any more.
            let again = try await shop.fix(content, merchant)
            #expect(again.http == 200 && again.amount == 7000)

            let declined = try await shop.pay(
                shop.stripe.paymentMethod(Card.declined),
                key: Key.first,
                Self.items
            )
            #expect(declined.status == "declined" && declined.amount == 7000)
            let paid = try await shop.pay(
                shop.stripe.paymentMethod(Card.good),
                key: Key.second,
                Self.items
            )
            #expect(paid.isPaid && paid.amount == 7000)
        }
    }

    @Test func `What was fixed stands`() async throws {
        try await Shop.open { shop in
            let merchant = try await shop.key("merchant")
            let content: JSONObject = ["amount": 2599, "currency": "eur", "customerRef": "ann"]
            #expect(try await shop.fix(content, merchant).http == 200)
            #expect(try await shop.fix(content, merchant).http == 200)
            let others: [JSONObject] = [
                ["amount": 2600, "currency": "eur", "customerRef": "ann"],
                ["amount": 2599, "currency": "usd", "customerRef": "ann"],
                ["amount": 2599, "currency": "eur", "customerRef": "bob"],
                ["amount": 2599, "currency": "eur"],
                ["items": ["id-1"], "currency": "usd", "customerRef": "ann"],
            ]
            for other in others {
                let told = try await shop.fix(other, merchant)
                #expect(told.http == 409 && told.code == "order_fixed")
            }
            let seen = try await shop.order("order-1", merchant)
            #expect(seen.amount == 2599 && seen.json["customerRef"] == "ann")
        }
    }

    @Test func `An order that is being paid at the catalogue's price cannot be fixed`()
        async throws
    {
        try await Shop.open { shop in
            let merchant = try await shop.key("merchant")
            let method = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.pay(method, Self.items).amount == 1400)
            let told = try await shop.fix(["amount": 1000, "currency": "usd"], merchant)
            #expect(told.http == 409 && told.code == "order_in_use")
            #expect(try await shop.order("order-1", merchant).code == "order_not_found")
        }
    }

    @Test func `A challenge of it is finished by an app that speaks of items`() async throws {
        try await Shop.open { shop in
            let merchant = try await shop.key("merchant")
            _ = try await shop.fix(["amount": 2599, "currency": "eur"], merchant)
            let challenge = try await shop.challenge(Self.items)
            try await shop.stripe.authenticate(challenge.intent)
            var body = Self.items
            body["paymentIntentId"] = .string(challenge.intent)
            let told = try await shop.send(HttpCall("POST", "/pay", json: .object(body)))
            #expect(told.isPaid && told.amount == 2599)
        }
    }

    /// Whatever the app says of items, the same key is the same payment.
    @Test(arguments: [true, false])
    func `A customer pays their order with a saved card`(withCode: Bool) async throws {
        try await Shop.open(Shop.customers) { shop in
            let merchant = try await shop.key("merchant")
            let ann = try await shop.customer("ann")
            let bob = try await shop.customer("bob")
            let method = try await shop.save(Card.good, of: ann)
            let others = try await shop.save(Card.other, of: bob)
            let content: JSONObject = ["amount": 2599, "currency": "eur", "customerRef": "ann"]
            #expect(try await shop.fix(content, merchant).http == 200)
            var code: JSONObject = [:]
            if withCode { code["cvcToken"] = .string(try await shop.securityCode()) }
            var order = code
            order["orderId"] = "order-1"
            var items = code
            for (name, value) in Self.items { items[name] = value }

            let stranger = try await shop.send(.pay(others, key: "k", Self.items).by(bob))
            #expect(stranger.http == 404 && stranger.code == "order_not_found")
            #expect(try await shop.pay(others, key: Key.first, Self.items).http == 401)

            let told = try await shop.send(.pay(method, key: "k", items).by(ann))
            #expect(told.isPaid && told.amount == 2599, "\(told.answer.text)")
            #expect(told.json["currency"] == "eur")
            for (key, body) in [("k", items), ("k", order), (nil, order), ("k2", items)] {
                let again = try await shop.send(.pay(method, key: key, body).by(ann))
                #expect(again.isPaid && again.isReplay, "\(again.answer.text)")
                #expect(again.payment == told.payment && again.amount == 2599)
            }
            #expect(try await shop.stripe.book().count { $0.payment == told.payment } == 1)
            #expect(try await shop.stripe.book().count == 3)
            let seen = try await shop.order("order-1", merchant)
            #expect(seen.payment == told.payment && seen.status == "succeeded")
        }
    }

    @Test(arguments: [
        #"{"amount":2599,"currency":"eur"}"#, #"{"orderId":"o","amount":2599}"#,
        #"{"orderId":"o","currency":"eur"}"#,
        #"{"orderId":"o","amount":2599,"items":["id-1"],"currency":"usd"}"#,
        #"{"orderId":"o","amount":0,"currency":"eur"}"#,
        #"{"orderId":"o","amount":-1,"currency":"eur"}"#,
        #"{"orderId":"o","amount":25.99,"currency":"eur"}"#,
        #"{"orderId":"o","amount":"2599","currency":"eur"}"#,
        #"{"orderId":"o","amount":1,"currency":"eur"}"#,
        #"{"orderId":"o","amount":99999999999,"currency":"eur"}"#,
        #"{"orderId":"o/p","amount":2599,"currency":"eur"}"#,
        #"{"orderId":"o","items":["nothing-of-ours"],"currency":"usd"}"#,
        #"{"orderId":"o","amount":2599,"currency":"eur","customerRef":""}"#,
    ])
    func `What is no order is 400`(body: String) async throws {
        try await Shop.open { shop in
            let merchant = try await shop.key("merchant")
            let call = HttpCall(
                "POST",
                "/orders",
                fields: [("Content-Type", "application/json")],
                body: Array(body.utf8)
            )
            let told = try Told(await shop.service.send(call.by(merchant)))
            #expect(told.http == 400)
            #expect((told.error?.count ?? 0) > 10)
            #expect(try await shop.database.sql("SELECT count(*) FROM orders") == "0")
        }
    }
}

extension Shop {
    /// Fixes `order-1`.
    fileprivate func fix(_ content: JSONObject, _ asker: Asker) async throws -> Told {
        var body = content
        body["orderId"] = "order-1"
        let call = HttpCall("POST", "/orders", json: .object(body))
        return try Told(await service.send(call.by(asker)))
    }

    fileprivate func order(_ id: String, _ asker: Asker) async throws -> Told {
        try Told(await service.send(HttpCall("GET", "/orders/\(id)").by(asker)))
    }
}
