import JSON
import TestKit
import Testing

/// One purchase, asked for more than once: by impatient fingers, two devices, a proxy.
struct DuplicateTests {
    /// CO01, CO03, CO04.
    @Test(arguments: [Key.first, nil])
    func `A hundred equal requests at once are one charge`(key: String?) async throws {
        try await Shop.open { shop in
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 1]))
            let method = try await shop.stripe.paymentMethod(Card.good)
            let answers = try await many(100) { _ in try await shop.pay(method, key: key) }
            #expect(answers.count == 100)
            #expect(Set(answers.map(\.answer.text)).count == 1)
            #expect(answers.allSatisfy { $0.isPaid }, "\(answers.summary)")
            #expect(answers.count { !$0.isReplay } == 1)
            #expect(try await shop.executedCreates() == 1)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// DC02, DC04: each tap makes a PaymentMethod of its own.
    @Test func `Two taps with one card and no key are one charge`() async throws {
        try await Shop.open { shop in
            let methods = try await many(2) { _ in
                try await shop.stripe.paymentMethod(Card.good)
            }
            let answers = try await many(2) { try await shop.pay(methods[$0]) }
            #expect(answers.allSatisfy { $0.isPaid }, "\(answers.summary)")
            #expect(Set(answers.map(\.payment)).count == 1)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// DC02, DC04, DC05: the window begins when the payment is paid, not when it was asked for.
    @Test func `A tap after a lost answer joins, however long Stripe is away`() async throws {
        try await Shop.open(Patience.short + ["PAYONCE_DUPLICATE_WINDOW": "2s"]) { shop in
            let first = try await shop.stripe.paymentMethod(Card.good)
            let second = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("drop_after", times: 3))
            try await shop.stripe.add(SimulatorFault("drop_before", method: nil))
            #expect(try await shop.pay(first).status == "unknown")
            // Longer than the window of 2 s: time itself is what is tried here.
            try await Task.sleep(for: .seconds(3))
            let joined = try await shop.pay(second)
            #expect(joined.status == "unknown")
            try await shop.stripe.clearFaults()
            try await shop.settle()
            #expect(try await shop.payUntilKnown(first).isPaid)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// DC02: "Repeating a request is always safe" holds for a request that joined, too.
    @Test func `A request that joined is repeated safely after the window`() async throws {
        try await Shop.open(Patience.short + ["PAYONCE_DUPLICATE_WINDOW": "1s"]) { shop in
            let first = try await shop.stripe.paymentMethod(Card.good)
            let second = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("hang", times: 1, ["executed": true]))
            async let running = shop.pay(first)
            try await shop.stripe.waitForRequest(\.isCreate)
            let joined = try await shop.pay(second)
            _ = try await running
            #expect(try await shop.payUntilKnown(first).isPaid)
            try await Task.sleep(for: .seconds(2))
            let again = try await shop.payUntilKnown(second)
            #expect(again.payment == joined.payment)
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// What joined was never used: when the attempt that it joined has failed, it begins its own.
    @Test func `A payment method that joined can still pay after a decline`() async throws {
        try await Shop.open { shop in
            let challenge = try await shop.challenge(key: nil)
            let second = try await shop.stripe.paymentMethod(Card.challenged)
            #expect(try await shop.pay(second).intent == challenge.intent)
            try await shop.stripe.authenticate(challenge.intent, "failure")
            #expect(try await shop.confirm(challenge.intent).status == "declined")
            let own = try await shop.pay(second)
            #expect(own.status == "requires_action" && own.intent != challenge.intent)
            let intent = try #require(own.intent)
            try await shop.stripe.authenticate(intent)
            #expect(try await shop.pay(second).isPaid)
            #expect(try await shop.stripe.book().map(\.intent) == [intent])
        }
    }

    /// CO09: outside the window an equal purchase is a new one.
    @Test func `The second coffee is sold`() async throws {
        try await Shop.open(["PAYONCE_DUPLICATE_WINDOW": "1s"]) { shop in
            #expect(try await shop.pay(shop.stripe.paymentMethod(Card.good)).isPaid)
            try await Task.sleep(for: .seconds(2))
            let second = try await shop.pay(shop.stripe.paymentMethod(Card.good))
            #expect(second.isPaid && !second.isReplay)
            // With a key of its own it need not wait.
            let third = try await shop.pay(
                shop.stripe.paymentMethod(Card.good),
                key: Key.second
            )
            #expect(third.isPaid && !third.isReplay)
            #expect(try await shop.stripe.book().count == 3)
        }
    }

    /// DC03: whoever makes a key for each try brings the same PaymentMethod.
    @Test func `Two keys with one payment method are one charge`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            let keys = [Key.first, Key.second]
            let answers = try await many(10) { try await shop.pay(method, key: keys[$0 % 2]) }
            #expect(answers.allSatisfy { $0.http == 200 && ($0.isPaid || $0.isOpen) })
            for key in keys { #expect(try await shop.payUntilKnown(method, key: key).isPaid) }
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// A single-use PaymentMethod is no way to another purchase.
    @Test func `A payment method of another purchase is refused`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.pay(method, key: Key.first).isPaid)
            for key in [Key.second, nil] {
                let told = try await shop.pay(method, key: key, ["items": "id-5"])
                #expect(told.http == 422 && told.payment == nil)
            }
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// The loser of an order learns nothing of the winner.
    @Test func `Two keys for one order are one charge`() async throws {
        try await Shop.open { shop in
            let order: JSONObject = ["orderId": "order-7f3a"]
            let methods = try await many(2) { _ in
                try await shop.stripe.paymentMethod(Card.good)
            }
            try await shop.stripe.add(SimulatorFault("slow", times: 1, ["seconds": 1]))
            let keys = [Key.first, Key.second]
            let answers = try await many(2) { number in
                try await shop.pay(methods[number], key: keys[number], order)
            }
            #expect(answers.count { $0.isPaid } == 1)
            let loser = try #require(answers.first { !$0.isPaid })
            #expect(loser.http == 409)
            #expect(["order_already_paid", "payment_in_progress"].contains(loser.code))
            #expect(loser.payment == nil && loser.intent == nil)

            let place = try #require(answers.firstIndex { !$0.isPaid })
            let late = try await shop.pay(methods[place], key: keys[place], order)
            #expect(late.http == 409 && late.code == "order_already_paid")
            #expect(try await shop.stripe.book().count == 1)
        }
    }

    /// ID03, ID04, ID13: what was asked is compared, not how it was written.
    @Test func `Another spelling of the same request is the same request`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            let bodies = [
                #"{"paymentMethodId":"\#(method)","items":[{"id":"id-1"}],"currency":"usd"}"#,
                #"{ "currency" : "USD", "items" : {"id":"id-1","quantity":1}, "#
                    + #""paymentMethodId":"\#(method)", "unknown": [] }"#,
                #"{"items":"id-1","paymentMethodId":"\#(method)","orderId":null}"#,
                #"{"items":["id_1"],"paymentMethodId":"\#(method)","useStripeSdk":"true"}"#,
            ]
            for (number, body) in bodies.enumerated() {
                let key = number.isMultiple(of: 2) ? Key.first : "\"\(Key.first)\""
                let told = try await shop.send(.raw(body, [("Idempotency-Key", key)]))
                #expect(told.isPaid, "\(body)")
                #expect(told.isReplay == (number > 0), "\(body)")
            }
            #expect(try await shop.executedCreates() == 1)
        }
    }
}

/// Does it so many times at once.
func many<Value: Sendable>(
    _ count: Int,
    _ work: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup { group in
        for number in 0..<count { group.addTask { (number, try await work(number)) } }
        var values: [Int: Value] = [:]
        for try await (number, value) in group { values[number] = value }
        return (0..<count).compactMap { values[$0] }
    }
}

/// Timeouts for tests of what happens after them.
enum Patience {
    static let short = [
        "PAYONCE_STRIPE_TIMEOUT": "2s", "PAYONCE_ANSWER_TIMEOUT": "2s", "PAYONCE_LEASE": "2s",
    ]
}

extension [String: String] {
    static func + (one: Self, other: Self) -> Self { one.merging(other) { _, last in last } }
}

extension HttpCall {
    /// A `POST /pay` with these very bytes.
    static func raw(
        _ body: String,
        _ fields: [(name: String, value: String)] = []
    ) -> HttpCall {
        HttpCall(
            "POST",
            "/pay",
            fields: [("Content-Type", "application/json")] + fields,
            body: Array(body.utf8)
        )
    }
}
