import JSON
import TestKit
import Testing

/// What can go wrong between the service and Stripe. Whatever it is, the customer repeats the
/// request until the answer is final, and the card is charged once.
struct StripeFaultTests {
    /// DC03, ID01, ID08, ID17, NF01, NF04, NF09, WS05, WS07, CO06.
    static let faults: [SimulatorFault] = [
        SimulatorFault("drop_after", times: 1),
        SimulatorFault("drop_after", times: 3),
        SimulatorFault("drop_before", times: 1),
        SimulatorFault("drop_before", times: 3),
        SimulatorFault("slow", times: 1, ["seconds": 4]),
        SimulatorFault("status", times: 1, ["code": 500, "executed": true]),
        SimulatorFault("status", times: 1, ["code": 500, "executed": false]),
        SimulatorFault("status", times: 1, ["code": 503, "executed": false]),
        SimulatorFault("in_use", times: 2),
        SimulatorFault("rate_limit", times: 2),
        SimulatorFault("rate_limit", times: 8),
        SimulatorFault("lock_timeout", times: 2),
        SimulatorFault("hang", times: 1, ["executed": false]),
        SimulatorFault("hang", times: 1, ["executed": true]),
        SimulatorFault("html502", times: 1, ["executed": false]),
        SimulatorFault("html502", times: 1, ["executed": true]),
        SimulatorFault("truncate", times: 1, ["bytes": 100]),
        SimulatorFault("truncate", times: 1, ["bytes": 0]),
        SimulatorFault("reset_reused", times: 1),
    ]

    @Test(arguments: faults)
    func `A fault on the create`(_ fault: SimulatorFault) async throws {
        try await Shop.open(Patience.short) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(fault.on("/v1/payment_intents"))
            let told = try await shop.payUntilKnown(method, key: Key.first)
            #expect(told.isPaid)
            try await shop.settle()
            #expect(try await shop.stripe.book().map(\.payment) == [told.payment])
            #expect(try await shop.executedCreates() == 1)
        }
    }

    @Test(arguments: faults)
    func `A fault on the confirm`(_ fault: SimulatorFault) async throws {
        try await Shop.open(Patience.short) { shop in
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let challenge = try await shop.pay(method, key: Key.first)
            let intent = try #require(challenge.intent)
            try await shop.stripe.authenticate(intent)
            try await shop.stripe.add(fault.on("*/confirm"))
            let told = try await shop.confirmUntilKnown(intent)
            #expect(told.isPaid && told.payment == challenge.payment)
            try await shop.settle()
            #expect(try await shop.stripe.book().map(\.intent) == [intent])
            let confirms = try await shop.stripe.requests().filter(\.isConfirm)
            #expect(confirms.count { $0.outcome == "executed" } == 1)
        }
    }

    /// The same with a card that declines: a decline whose answer was lost is a decline.
    @Test(arguments: [
        SimulatorFault("drop_after", times: 2),
        SimulatorFault("truncate", times: 1, ["bytes": 40]),
        SimulatorFault("hang", times: 1, ["executed": true]),
    ])
    func `A lost decline`(_ fault: SimulatorFault) async throws {
        try await Shop.open(Patience.short) { shop in
            let method = try await shop.stripe.paymentMethod(Card.declined)
            try await shop.stripe.add(fault.on("/v1/payment_intents"))
            let told = try await shop.payUntilKnown(method, key: Key.first)
            #expect(told.status == "declined")
            #expect(try await shop.executedCreates() == 1)
            let other = try await shop.stripe.paymentMethod(Card.good)
            #expect(try await shop.pay(other, key: Key.first).isPaid)
        }
    }

    /// WS02, WS09: Stripe's words that are neither yes nor no.
    @Test func `Processing is told as such until it ends`() async throws {
        try await Shop.open(Patience.short) { shop in
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let intent = try #require(try await shop.pay(method, key: Key.first).intent)
            try await shop.stripe.force(intent, ["status": "processing"])
            let told = try await shop.confirm(intent)
            #expect(told.status == "processing")
            #expect(told.code == "payment_processing")
            #expect(try await shop.pay(method, key: Key.first).status == "processing")
            #expect(try await shop.stripe.requests().count { $0.isConfirm } == 0)
            try await shop.stripe.force(intent, ["status": "canceled"])
            try await shop.settle()
            #expect(try await shop.confirm(intent).status == "canceled")
        }
    }

    /// WS02: a word that nobody knows yet is no success.
    @Test func `An unknown status is not shown as anything else`() async throws {
        try await Shop.open(Patience.short) { shop in
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let intent = try #require(try await shop.pay(method, key: Key.first).intent)
            try await shop.stripe.force(intent, ["status": "foo_bar"])
            let told = try await shop.confirm(intent)
            #expect(told.status == "unknown" || told.status == "processing")
            #expect(told.clientSecret == nil)
            try await shop.stripe.force(intent, ["status": "requires_action"])
        }
    }

    /// Section 2.8 of the design: an answer about another amount is never a success.
    @Test func `An answer that is not about what was asked is kept apart`() async throws {
        try await Shop.open(Patience.short) { shop in
            let method = try await shop.stripe.paymentMethod(Card.challenged)
            let intent = try #require(try await shop.pay(method, key: Key.first).intent)
            try await shop.stripe.authenticate(intent)
            try await shop.stripe.force(intent, ["amount": 9999])
            #expect(try await shop.confirm(intent).status == "unknown")
            #expect(try await shop.pay(method, key: Key.first).status == "unknown")
            #expect(try await shop.stripe.requests().count { $0.isConfirm } == 0)
            #expect(try await shop.database.sql("SELECT state FROM payments") == "quarantined")
        }
    }

    /// Contract, section 1: 503 says that this request charged nothing.
    /// OP12: an answer got lost, and then the key was revoked, or a limit reached. A refusal says
    /// nothing of the earlier send, not even where libcurl repeated it within one transfer because
    /// the lost one had been sent on a kept-alive connection.
    @Test(arguments: [401, 403, 429, 400])
    func `A refusal after a lost answer ends nothing`(status: Int) async throws {
        try await Shop.open(Patience.short) { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("drop_after", times: 1))
            let code = JSONValue.number(JSONNumber(Int64(status)))
            try await shop.stripe.add(
                SimulatorFault("status", times: 4, ["code": code, "executed": false])
            )
            let told = try await shop.payUntilKnown(method, key: Key.first)
            #expect(told.isPaid)
            try await shop.settle()
            #expect(try await shop.stripe.book().map(\.payment) == [told.payment])
            #expect(try await shop.executedCreates() == 1)
        }
    }

    @Test func `A Stripe that says not now is a 503, and then a payment`() async throws {
        try await Shop.open { shop in
            let method = try await shop.stripe.paymentMethod(Card.good)
            try await shop.stripe.add(SimulatorFault("rate_limit", "/v1/payment_intents"))
            let refused = try await shop.pay(method, key: Key.first)
            #expect(refused.http == 503)
            #expect(refused.answer["Retry-After"] != nil)
            #expect(try await shop.stripe.book().isEmpty)
            try await shop.stripe.clearFaults()
            #expect(try await shop.payUntilKnown(method, key: Key.first).isPaid)
            #expect(try await shop.stripe.book().count == 1)
        }
    }
}
