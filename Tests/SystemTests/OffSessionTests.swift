import JSON
import TestKit
import Testing

/// The shop charges saved cards while their customers are away, and the customers whom a bank wants
/// finish the same payment.
struct OffSessionTests {
    @Test func `A saved card is charged once, listed, refunded and shown`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let merchant = try await Merchant(of: shop)
            #expect(try await merchant.charge("o-1").code == "payment_method_required")
            #expect(try await merchant.cards(of: "ann").json == ["paymentMethods": []])
            let method = try await shop.save(Card.good, of: ann)
            let listed = try await merchant.cards(of: "%61nn").json["paymentMethods"]?.array
            #expect(listed?.compactMap { $0["id"]?.string } == [method])

            let paid = try await merchant.charge("o-1")
            #expect(paid.isPaid && paid.amount == 1400, "\(paid.answer.text)")
            let again = try await merchant.charge("o-1")
            #expect(again.isReplay && again.payment == paid.payment)
            let named = try await merchant.charge(
                "o-1",
                key: "another-key",
                ["paymentMethodId": .string(method)]
            )
            #expect(named.isPaid && named.payment == paid.payment)
            #expect(try await merchant.charge("o-2").code == "idempotency_key_reused")

            let payment = try #require(paid.payment)
            #expect(try await merchant.show(payment).isPaid)
            #expect(try await merchant.refund(payment, 400, key: "r").status == "succeeded")
            #expect(try await merchant.cancel(payment).code == "payment_not_cancelable")
            #expect(try await shop.stripe.book().count == 2)
            let creates = try await shop.stripe.requests().filter(\.isCreate).map(\.body)
            #expect(creates.map { $0.contains("off_session=true") } == [false, true])
        }
    }

    /// SC02: each of the routes that make a second call.
    @Test(arguments: ["/pay", "/charge-card-off-session"])
    func `A customer finishes what the bank wants them for`(_ path: String) async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let bob = try await shop.customer("bob")
            let merchant = try await Merchant(of: shop)
            let method = try await shop.save(Card.challengedAlways, of: ann)
            let wanted = try await merchant.charge("o-1", ["amount": 2350, "items": .null])
            #expect(wanted.status == "requires_payment_method", "\(wanted.answer.text)")
            #expect(wanted.code == "authentication_required")
            #expect(wanted.json["paymentMethodId"]?.string == method)
            let intent = try #require(wanted.intent)
            let state = "SELECT state, owner IS NULL FROM payments WHERE order_id = 'o-1'"
            #expect(try await shop.database.sql(state) == "requires_customer|t")

            var call = HttpCall.confirm(intent)
            call.path = path
            #expect(try await shop.send(call.by(bob)).http == 404)
            #expect(try await shop.send(call).http == 404)
            let asked = try await shop.send(call.by(ann))
            #expect(asked.status == "requires_action" && asked.intent == intent)
            // The shop's repeat learns of it, and does nothing for the customer.
            try await shop.stripe.authenticate(intent)
            #expect(
                try await merchant.charge("o-1", ["amount": 2350, "items": .null]).status
                    == "requires_action"
            )
            let paid = try await shop.send(call.by(ann))
            #expect(paid.isPaid && paid.intent == intent && paid.amount == 2350)
            #expect((paid.json["succeeded"] == true) == (path != "/pay"))

            let confirms = try await shop.stripe.requests().filter {
                $0.isConfirm && $0.path.contains(intent)
            }
            #expect(confirms.count == 2)
            #expect(confirms[0].body.contains("payment_method=\(method)"))
            #expect(!confirms[1].body.contains("payment_method="))
            #expect(!confirms.contains { $0.body.contains("off_session") })
            #expect(try await shop.stripe.book().filter { $0.intent == intent }.count == 1)
        }
    }

    /// SC02.
    @Test func `The customer's own call says how a challenge is shown`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let merchant = try await Merchant(of: shop)
            let method = try await shop.save(Card.challengedAlways, of: ann)
            let intent = try #require(try await merchant.charge("o-1").intent)
            // The shop fixed the order, so that the app's idea of the items does not matter.
            let more: JSONObject = [
                "orderId": "o-1", "items": ["id-1"], "useStripeSdk": true,
                "returnUrl": "shop://back",
            ]
            let asked = try await shop.send(.pay(method, key: "mine", more).by(ann))
            #expect(asked.status == "requires_action" && asked.intent == intent)
            let confirm = try await shop.stripe.requests().last(where: \.isConfirm)
            #expect(confirm?.body.contains("use_stripe_sdk=true") == true)
            #expect(confirm?.body.contains("return_url=shop%3A%2F%2Fback") == true)
            try await shop.stripe.authenticate(intent, "failure")
            let failed = try await shop.send(.confirm(intent).by(ann))
            #expect(failed.code == "payment_intent_authentication_failure")
            // The order is free again, for the customer as for the shop.
            let other = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.send(.pay(other, key: "mine", more).by(ann)).isPaid)
            #expect(try await merchant.charge("o-1", key: "new").isPaid)
            #expect(try await shop.stripe.book().count == 2)
        }
    }

    /// SC04.
    @Test func `Cards answer an absent customer as their banks do`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let merchant = try await Merchant(of: shop)
            for (number, wanted) in [
                ("4000002500003155", "succeeded"), ("4000003800000446", "succeeded"),
                ("4000000000003055", "succeeded"), (Card.challengedAlways, "requires_customer"),
            ] {
                let method = try await shop.save(number, of: ann, key: "save-\(number)")
                let told = try await merchant.charge(
                    "o-\(number)",
                    key: number,
                    ["paymentMethodId": .string(method)]
                )
                #expect(told.http == 200, "\(number): \(told.answer.text)")
                let state = "SELECT state FROM payments WHERE order_id = 'o-\(number)'"
                #expect(try await shop.database.sql(state) == wanted, "\(number)")
            }
            let empty = try await shop.attach("4000000000000341", to: "ann")
            let declined = try await merchant.charge("o-1", ["paymentMethodId": .string(empty)])
            #expect(declined.status == "declined" && declined.code == "card_declined")

            let poor = try await shop.attach("4000008260003178", to: "ann")
            let more: JSONObject = ["paymentMethodId": .string(poor)]
            let wanted = try await merchant.charge("o-2", key: "poor", more)
            #expect(wanted.code == "authentication_required")
            let intent = try #require(wanted.intent)
            let asked = try await shop.send(.confirm(intent).by(ann))
            #expect(asked.status == "requires_action")
            try await shop.stripe.authenticate(intent)
            let end = try await shop.send(.confirm(intent).by(ann))
            #expect(end.status == "declined")
            #expect(end.json["declineCode"] == "insufficient_funds", "\(end.answer.text)")
        }
    }

    @Test func `Who pays with another card ends the first attempt`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let merchant = try await Merchant(of: shop)
            _ = try await shop.save(Card.challengedAlways, of: ann)
            let first = try #require(try await merchant.charge("o-1").intent)
            #expect(try await merchant.charge("o-1", key: "new").code == "payment_in_progress")
            let other = try await shop.stripe.paymentMethod(Card.good)
            let paid = try await shop.send(.pay(other, ["orderId": "o-1"]).by(ann))
            #expect(paid.isPaid && paid.intent != first)
            #expect(try await merchant.charge("o-1").status == "succeeded")
            #expect(try await merchant.charge("o-1", key: "new").isPaid)
            let posts = try await shop.stripe.requests().filter { $0.path.contains(first) }
            #expect(posts.filter { $0.method == "POST" }.map(\.isCancel) == [true])
        }
    }

    /// After seven days, which the database counts.
    @Test func `Who never comes is not charged, and the shop is told once`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let merchant = try await Merchant(of: shop)
            _ = try await shop.save(Card.challengedAlways, of: ann)
            let intent = try #require(try await merchant.charge("o-1").intent)
            let due = "SELECT round(extract(epoch FROM look_at - changed_at) / 3600) FROM payments"
            #expect(try await shop.database.sql(due + " WHERE order_id = 'o-1'") == "168")
            _ = try await shop.database.sql(
                "UPDATE payments SET look_at = now() WHERE order_id = 'o-1'"
            )
            let told = try await eventually { () async throws -> Told? in
                let told = try await merchant.charge("o-1")
                return told.status == "expired" ? told : nil
            }
            #expect(told?.code == "confirmation_window_expired")
            #expect(try await shop.send(.confirm(intent).by(ann)).status == "expired")
            let seen = try await shop.stripe.stripe("GET", "/v1/payment_intents/\(intent)")
            #expect(seen["status"] == "canceled")
            let types = try await merchant.list("").compactMap { $0["type"]?.string }
            #expect(types.sorted() == ["payment.failed", "payment.succeeded"])
        }
    }

    // MARK: Both at once

    /// DC08.
    @Test(arguments: [true, false])
    func `Shop and customer at once are one charge`(_ shopIsFirst: Bool) async throws {
        try await Shop.open(Shop.customers) { shop in
            try await shop.addInstance()
            let ann = try await shop.customer("ann")
            let merchant = try await Merchant(of: shop)
            let method = try await shop.save(Card.good, of: ann)
            try await merchant.fix([
                "orderId": "o-1", "customerRef": "ann", "currency": "usd",
                "items": ["photo_subscription"],
            ])
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 5]))
            try await shop.stripe.add(SimulatorFault("drop_after", times: 1, after: 1))
            let start = try await shop.stripe.requests().count
            let hers = HttpCall.pay(method, key: "hers", ["orderId": "o-1"]).by(ann)
            let shops = merchant.charging("o-1", key: "shops")
            async let first = shop.send(shopIsFirst ? shops : hers)
            _ = try await eventually { () async throws -> Bool? in
                try await shop.stripe.requests().dropFirst(start).contains(where: \.isCreate)
                    ? true : nil
            }
            let second = try await shop.send(shopIsFirst ? hers : shops, to: shop.second)
            #expect(try await first.isPaid)
            #expect(second.isPaid || second.code == "payment_in_progress", "\(second.summary)")
            #expect(try await shop.stripe.book().count == 2)
            #expect(try await shop.send(shops).isPaid)
            #expect(try await shop.send(hers).isPaid)
            #expect(try await shop.executedCreates() == 2)
        }
    }

    /// SC13, DC09, DC13: also where answers are lost and an instance is killed.
    @Test func `Overlapping runs of the shop charge each order once`() async throws {
        try await Shop.open(Shop.customers) { shop in
            try await shop.addInstance()
            let ann = try await shop.customer("ann")
            let merchant = try await Merchant(of: shop)
            _ = try await shop.save(Card.good, of: ann)
            try await shop.stripe.add(SimulatorFault("drop_after", times: 5, after: 3))
            let run = { @Sendable (number: Int) async throws in
                let order = "o-\(number / 2)"
                let instance = number % 2 == 0 ? shop.service : shop.second
                do { return try await merchant.charge(order, key: order, at: instance) } catch {
                    // That instance was killed; the next run asks again.
                    return try await merchant.charge(order, key: order)
                }
            }
            async let killed: Void = {
                _ = try await eventually { () async throws -> Bool? in
                    try await shop.executedCreates() > 10 ? true : nil
                }
                try await shop.crash(1)
            }()
            _ = try await many(60) { try await run($0) }
            try await killed
            try await shop.settle()
            let third = try await many(30) { number in
                try await merchant.charge("o-\(number)", key: "o-\(number)")
            }
            #expect(third.allSatisfy { $0.isPaid && $0.isReplay }, "\(third.summary)")
            #expect(try await shop.stripe.book().count == 31)
            #expect(try await shop.executedCreates() == 31)
        }
    }

    @Test func `What cannot be charged is refused before anything is sent`() async throws {
        try await Shop.open(Shop.customers) { shop in
            let ann = try await shop.customer("ann")
            let bob = try await shop.customer("bob")
            let merchant = try await Merchant(of: shop)
            let hers = try await shop.save(Card.good, of: ann)
            let his = try await shop.save(Card.other, of: bob)
            try await merchant.fix([
                "orderId": "o-9", "amount": 2350, "currency": "usd", "customerRef": "ann",
            ])
            let creates = try await shop.executedCreates()
            for (call, status, code) in [
                (merchant.charging("o-1", key: nil), 400, "idempotency_key_required"),
                (
                    merchant.charging("o-1", key: "k", ["paymentMethodId": .string(his)]), 404,
                    "payment_method_not_found"
                ),
                (
                    merchant.charging("o-1", key: "k", ["paymentMethodId": "pm_card_visa"]), 404,
                    "payment_method_not_found"
                ),
                (
                    merchant.charging("o-1", key: "k", of: "carol"), 400,
                    "payment_method_required"
                ),
                (merchant.charging("o-1", key: "k", ["amount": 1400]), 400, "invalid_request"),
                (merchant.charging("o-1", key: "k", ["items": ["x"]]), 400, "unknown_item"),
                (merchant.charging("o-9", key: "k"), 409, "order_fixed"),
                (
                    merchant.charging(
                        "o-9",
                        key: "k",
                        ["amount": 2350, "items": .null],
                        of: "bob"
                    ),
                    409, "order_fixed"
                ),
            ] {
                let told = try await shop.send(call)
                #expect(told.http == status && told.code == code, "\(told.answer.text)")
            }
            #expect(try await shop.executedCreates() == creates)
            // Nothing was left behind by what was refused.
            let paid = try await merchant.charge("o-1", ["paymentMethodId": .string(hers)])
            #expect(paid.isPaid)
        }
    }
}
