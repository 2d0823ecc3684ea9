import JSON
import TestKit
import Testing

/// Every route with everybody who may ask: somebody else's payment or order is 404, whatever they
/// bring, and what proves nothing is 401 and never overlooked.
struct AccessTests {
    /// A route, and what is answered to each of `Askers.known`.
    private struct Row {
        let route: String
        let statuses: [Int]
        /// Not looked at by the route, so that a bad proof makes no difference.
        var isPublic = false
        /// Its bad news has no code.
        var isBare = false
        let call: @Sendable () async throws -> HttpCall
    }

    private struct Askers {
        /// A guest, the owner, another customer, a merchant's key, an ops key.
        let known: [Asker]
        /// Those whose proof is none.
        let bad: [Asker]

        var owner: Asker { known[1] }
        var merchant: Asker { known[3] }

        init(_ shop: Shop) async throws {
            let merchant = try await shop.key("merchant")
            let owner = try await shop.customer("ann")
            known = [
                .guest, owner, try await shop.customer("bob"), merchant,
                try await shop.key("ops"),
            ]
            let revoked = try await shop.key("merchant", named: "old")
            let id = try #require(revoked.proof.split(separator: "_").dropFirst(2).first)
            let words = ["keys", "revoke", String(id)]
            try await ServiceProgram.run(words, database: shop.database.url)
            bad = [
                Asker("a revoked key", bearer: revoked.proof),
                Asker("a key with another secret", bearer: merchant.proof.dropLast(4) + "0000"),
                Asker("a token that was cut", bearer: String(owner.proof.dropLast(4))),
                Asker("an unsigned token", bearer: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ."),
                Asker("nothing", bearer: ""),
            ]
        }
    }

    @Test func `Every route answers everybody as it has to`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let askers = try await Askers(shop)
            for row in try await rows(shop, askers) {
                // Those who prove nothing come first: what they are told is nobody else's doing.
                for asker in askers.bad {
                    let told = try Told(await shop.service.send(row.call().by(asker)))
                    #expect(told.http == (row.isPublic ? 200 : 401), "\(row.route) by \(asker)")
                    if !row.isPublic, !row.isBare {
                        #expect(told.code == "token_invalid", "\(row.route)")
                    }
                }
                for (asker, wanted) in zip(askers.known, row.statuses) {
                    let told = try Told(await shop.service.send(row.call().by(asker)))
                    let answer = told.answer
                    #expect(answer.status == wanted, "\(row.route) by \(asker): \(answer.text)")
                    #expect((wanted == 401) == (answer["WWW-Authenticate"] != nil))
                    #expect(wanted == 200 || !answer.text.contains("pay_"), "\(row.route)")
                }
            }
            // Whoever was let in has paid once: a guest, two customers, in two ways, and the order.
            #expect(try await shop.stripe.book().count == 7)
        }
    }

    private func rows(_ shop: Shop, _ askers: Askers) async throws -> [Row] {
        let owned = try await challenge(shop, askers.owner)
        let canceled = try await challenge(shop, askers.owner)
        let guests = try await challenge(shop, .guest)
        let order: JSONValue = [
            "orderId": "order-of-ann", "amount": 2599, "currency": "eur", "customerRef": "ann",
        ]
        let orders = HttpCall("POST", "/orders", json: order)
        var second = order.object ?? [:]
        second["orderId"] = "order-of-ann-2"
        let another = HttpCall("POST", "/orders", json: .object(second))
        _ = try await shop.service.send(another.by(askers.merchant))
        _ = try await shop.service.send(orders.by(askers.merchant))
        let zeros = "00000000000000000000000000000000"
        let none = "/payments/pay_\(zeros)"
        return paying(shop) + sheets(shop) + [
            Row(route: "second call", statuses: [404, 200, 404, 401, 401]) {
                .confirm(owned.intent)
            },
            Row(route: "second call of a guest's", statuses: [200, 200, 200, 401, 401]) {
                .confirm(guests.intent)
            },
            Row(route: "off-session", statuses: [404, 200, 404, 401, 401]) {
                var call = HttpCall.confirm(owned.intent)
                call.path = "/charge-card-off-session"
                return call
            },
            get("/payments/\(owned.payment)", [404, 200, 404, 200, 200]),
            get("/payments/\(guests.payment)", [404, 404, 404, 200, 200]),
            get(none, [404, 404, 404, 404, 404]),
            Row(route: "cancel", statuses: [404, 200, 404, 200, 200]) {
                HttpCall("POST", "/payments/\(canceled.payment)/cancel")
            },
            Row(route: "cancel nothing", statuses: [404, 404, 404, 404, 404]) {
                HttpCall("POST", "\(none)/cancel")
            },
            Row(route: "POST /orders", statuses: [401, 401, 401, 200, 200]) { orders },
            get("/orders/order-of-ann", [401, 401, 401, 200, 200]),
            Row(route: "POST /off-session-payments", statuses: [401, 401, 401, 400, 400]) {
                let body: JSONValue = [
                    "customerRef": "nobody", "orderId": "order-of-nobody", "amount": 1400,
                    "currency": "usd",
                ]
                var call = HttpCall("POST", "/off-session-payments", json: body)
                call.fields.append(("Idempotency-Key", Key.first))
                return call
            },
            get("/customers/ann/payment-methods", [401, 401, 401, 200, 200]),
            get("/orders/order-of-nobody", [401, 401, 401, 404, 404]),
            Row(route: "refund nothing", statuses: [401, 401, 401, 404, 404]) {
                var call = HttpCall("POST", "\(none)/refunds", json: [:])
                call.fields.append(("Idempotency-Key", Key.first))
                return call
            },
            Row(route: "refund what is not paid", statuses: [401, 401, 401, 409, 409]) {
                let path = "/payments/\(owned.payment)/refunds"
                var call = HttpCall("POST", path, json: ["amount": 1])
                call.fields.append(("Idempotency-Key", Key.first))
                return call
            },
            get("/fulfillments?limit=1&after=ful_\(zeros)_succeeded", [401, 401, 401, 200, 200]),
            Row(route: "acknowledge nothing", statuses: [401, 401, 401, 404, 404]) {
                HttpCall("POST", "/fulfillments/ful_\(zeros)_succeeded/ack")
            },
        ]
            + ["/stripe-key", "/config", "/healthz", "/readyz"].map { path in
                Row(route: path, statuses: [200, 200, 200, 200, 200], isPublic: true) {
                    HttpCall("GET", path)
                }
            }
    }

    /// With a new payment method each time.
    private func paying(_ shop: Shop) -> [Row] {
        [
            Row(route: "POST /pay", statuses: [200, 200, 200, 401, 401]) {
                .pay(try await shop.stripe.paymentMethod(Card.good), key: Key.first)
            },
            Row(route: "POST /pay of an order", statuses: [401, 200, 404, 401, 401]) {
                let method = try await shop.stripe.paymentMethod(Card.good)
                return .pay(method, ["orderId": "order-of-ann"])
            },
        ]
    }

    /// To open one charges nobody; to hand a card on does.
    private func sheets(_ shop: Shop) -> [Row] {
        [
            Row(route: "POST /payment-sheet", statuses: [200, 200, 200, 401, 401]) {
                HttpCall("POST", "/payment-sheet", json: [:])
            },
            Row(route: "POST /payment-sheet of an order", statuses: [401, 200, 404, 401, 401]) {
                HttpCall("POST", "/payment-sheet", json: ["orderId": "order-of-ann-2"])
            },
            Row(route: "POST /payment-sheet to save", statuses: [401, 200, 200, 401, 401]) {
                HttpCall("POST", "/payment-sheet", json: ["savePaymentMethod": true])
            },
            Row(route: "POST /create-intent", statuses: [200, 200, 200, 401, 401]) {
                HttpCall("POST", "/create-intent", json: [:])
            },
            Row(route: "POST /customer-session", statuses: [401, 200, 200, 401, 401]) {
                HttpCall("POST", "/customer-session", json: [:])
            },
            Row(route: "POST /quote", statuses: [200, 200, 200, 401, 401]) {
                HttpCall("POST", "/quote", json: [:])
            },
            Row(route: "POST /confirm-intent", statuses: [200, 200, 200, 401, 401], isBare: true) {
                let method = try await shop.stripe.paymentMethod(Card.good)
                var call = HttpCall(
                    "POST",
                    "/confirm-intent",
                    json: ["payment_method_id": .string(method)]
                )
                call.fields.append(("Idempotency-Key", Key.second))
                return call
            },
        ]
    }

    private func get(_ path: String, _ statuses: [Int]) -> Row {
        Row(route: "GET \(path)", statuses: statuses) { HttpCall("GET", path) }
    }

    private func challenge(
        _ shop: Shop,
        _ asker: Asker
    ) async throws -> (payment: String, intent: String) {
        let method = try await shop.stripe.paymentMethod(Card.challenged)
        let key = "a-key-of-one-challenge-\(method)"
        let told = try await shop.send(.pay(method, key: key).by(asker))
        return (try #require(told.payment), try #require(told.intent))
    }
}
