import JSON
import TestKit
import Testing

/// `payonce payments resolve` as a process, beside a running service, with the bank's book as the
/// truth.
struct ResolveTests {
    /// A payment that Stripe answered with another amount, and whose intent is in this state.
    private static func quarantined(
        _ shop: AuditShop,
        _ fields: JSONObject,
        authenticates: Bool = true
    ) async throws -> (payment: String, intent: String) {
        let method = try await shop.stripe.paymentMethod("4000002500003155")
        let asked = try await Told(
            shop.service.send(.pay(method, key: "the-key-of-a-guest-1"))
        )
        let intent = try #require(asked.intent)
        if authenticates { try await shop.stripe.authenticate(intent) }
        try await shop.stripe.force(intent, .object(fields))
        let told = try await Told(shop.service.send(.confirm(intent)))
        #expect(told.status == "unknown", "\(told.answer.text)")
        #expect(try await state(shop) == "quarantined")
        return (try #require(asked.payment), intent)
    }

    private static func state(_ shop: AuditShop) async throws -> String {
        try await shop.database.sql("SELECT state FROM payments")
    }

    /// The intent takes money after it was set to another amount, as somebody does in the
    /// dashboard.
    private static func paidOtherwise(
        _ shop: AuditShop
    ) async throws -> (payment: String, intent: String) {
        let asked = try await quarantined(shop, ["amount": 9900])
        try await shop.stripe.stripe("POST", "/v1/payment_intents/\(asked.intent)/confirm")
        #expect(try await shop.stripe.book().map(\.amount) == [9900])
        return asked
    }

    /// What was taken is taken over, with the amount of the book.
    @Test func `A quarantined payment is adopted`() async throws {
        try await AuditShop.open { shop in
            let (payment, intent) = try await Self.paidOtherwise(shop)
            let closed = try await shop.resolve(payment, "close", "ticket 6")
            #expect(closed.status == 1, "\(closed.output)")
            #expect(closed.output.contains("\(intent) has taken money"), "\(closed.output)")
            let adopted = try await shop.resolve(payment, "adopt", "ticket 7")
            #expect(adopted.status == 0, "\(adopted.output)")
            let row = try await shop.database.sql(
                "SELECT state, amount, charged, charged_currency, owner FROM payments"
            )
            #expect(row == "succeeded|1400|9900|usd|")
            let told = try await Told(shop.service.send(.confirm(intent)))
            #expect(told.isPaid)
            #expect(told.amount == 9900)
            let again = try await shop.resolve(payment, "adopt", "ticket 7")
            #expect(again.status == 0)
            #expect(again.output.contains("so already"))
            let events = try await shop.database.sql(
                "SELECT word || ': ' || detail FROM payment_events ORDER BY number DESC LIMIT 1"
            )
            #expect(events.hasPrefix("resolved_adopt: \(intent) succeeded, by "), "\(events)")
            #expect(events.hasSuffix(": ticket 7"), "\(events)")
            let findings = try await shop.database.sql("SELECT kind, state, reason FROM findings")
            #expect(findings == "mismatch|closed|ticket 7")
            #expect(try await shop.audit().open.isEmpty)
        }
    }

    /// All of it goes back once, and the payment ends with it.
    @Test func `A quarantined charge is given back`() async throws {
        try await AuditShop.open { shop in
            let (payment, _) = try await Self.paidOtherwise(shop)
            let refunded = try await shop.resolve(payment, "refund", "not what was asked")
            #expect(refunded.status == 0, "\(refunded.output)")
            #expect(try await shop.stripe.book().map(\.refunded) == [9900])
            let row = try await shop.database.sql(
                "SELECT state, closing_code, charged, refunded FROM payments"
            )
            #expect(row == "canceled|canceled|9900|9900")
            let again = try await shop.resolve(payment, "refund", "not what was asked")
            #expect(again.status == 0)
            #expect(try await shop.stripe.book().map(\.refunded) == [9900])
            #expect(try await shop.audit().open.isEmpty)
        }
    }

    /// What could still take money is canceled at Stripe first.
    @Test func `A quarantined payment without money is closed`() async throws {
        try await AuditShop.open { shop in
            let (payment, intent) = try await Self.quarantined(
                shop,
                ["amount": 9900],
                authenticates: false
            )
            let closed = try await shop.resolve(payment, "close", "the customer has gone")
            #expect(closed.status == 0, "\(closed.output)")
            #expect(try await Self.state(shop) == "canceled")
            let found = try await shop.stripe.stripe("GET", "/v1/payment_intents/\(intent)")
            #expect(try found.word("status") == "canceled")
            #expect(try await shop.stripe.book().isEmpty)
            // The order of things is the customer's again.
            _ = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-2")
        }
    }

    /// Nothing is ended by a guess.
    @Test func `Nothing is closed while Stripe is away`() async throws {
        try await AuditShop.open { shop in
            let (payment, _) = try await Self.quarantined(
                shop,
                ["amount": 9900],
                authenticates: false
            )
            try await shop.stripe.add(
                SimulatorFault(
                    "status",
                    "/v1/payment_intents/*",
                    method: "GET",
                    ["code": 503, "executed": false]
                )
            )
            for action in ["close", "adopt", "refund"] {
                let tried = try await shop.resolve(payment, action, "ticket 7")
                #expect(tried.status == 2, "\(tried.output)")
            }
            #expect(try await Self.state(shop) == "quarantined")
            try await shop.stripe.clearFaults()
            #expect(try await shop.resolve(payment, "close", "ticket 7").status == 0)
        }
    }

    /// It is taken out of the hands of the service that reads it in vain.
    @Test func `An unresolved payment is closed`() async throws {
        try await AuditShop.open { shop in
            let method = try await shop.stripe.paymentMethod("4000002500003155")
            let asked = try await Told(
                shop.service.send(.pay(method, key: "the-key-of-a-guest-1"))
            )
            let intent = try #require(asked.intent)
            try await shop.stripe.force(intent, ["status": "on_the_moon"])
            _ = try await shop.service.send(.confirm(intent))
            #expect(try await Self.state(shop) == "unresolved")
            let payment = try #require(asked.payment)
            let early = try await shop.resolve(payment, "close", "ticket 7")
            #expect(early.status == 1, "\(early.output)")
            #expect(early.output.contains("on_the_moon"))
            try await shop.stripe.force(intent, ["status": "requires_action"])
            let closed = try await shop.resolve(payment, "close", "ticket 7")
            #expect(closed.status == 0, "\(closed.output)")
            #expect(try await Self.state(shop) == "canceled")
        }
    }

    @Test func `Words that are wrong`() async throws {
        try await AuditShop.open { shop in
            let unknown = SampleHistory.payment(1)
            #expect(try await shop.resolve("pay_1", "close", "a").status == 64)
            #expect(try await shop.resolve(unknown, "delete", "a").status == 64)
            #expect(try await shop.resolve(unknown, "close", " ").status == 64)
            let nothing = try await shop.resolve(unknown, "close", "a")
            #expect(nothing.status == 1)
            #expect(nothing.output.contains("There is no such payment."))
        }
    }
}
