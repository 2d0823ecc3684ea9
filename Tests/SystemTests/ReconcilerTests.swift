import JSON
import TestKit
import Testing

/// The service compares what is new with Stripe by itself. Stripe's events are away in all of these,
/// so that nothing else can have learnt of it.
struct ReconcilerTests {
    private static func open(_ body: @Sendable (AuditShop) async throws -> Void) async throws {
        try await AuditShop.open { shop in
            try await shop.stripe.add(away("/v1/events*"))
            try await body(shop)
        }
    }

    private static func away(_ path: String) -> SimulatorFault {
        SimulatorFault("status", path, method: "GET", ["code": 503, "executed": false])
    }

    /// Lets the next turn be due at once, and waits until it is as it should be.
    private static func until(
        _ shop: AuditShop,
        _ expected: String,
        _ query: String
    ) async throws {
        var last = ""
        let isSo = try await eventually(every: .milliseconds(500)) { () async throws -> Bool? in
            last = try await shop.database.sql(
                """
                UPDATE reconciler_turns SET due_at = now()
                WHERE due_at < now() + interval '35 seconds';
                \(query)
                """
            )
            return last == expected ? true : nil
        }
        #expect(isSo == true, "still \(last) after a minute")
    }

    private static let findings = """
        SELECT kind || ' ' || state || ' ' || coalesce(prepared, '-') FROM findings
        ORDER BY kind, payment_id
        """

    /// Issue: a success made behind our back is adopted, and an orphan is canceled.
    @Test func `What is safe is put right`() async throws {
        try await Self.open { shop in
            let method = try await shop.stripe.paymentMethod("4000002500003155")
            let asked = try await Told(
                shop.service.send(.pay(method, key: "the-key-of-a-guest-1"))
            )
            let intent = try #require(asked.intent)
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-2")
            let orphan = try await shop.stripe.stripe(
                "POST",
                "/v1/payment_intents",
                "amount=900&currency=usd&payment_method_types[]=card"
                    + "&metadata[payonce_payment_id]=\(paid.payment ?? "")"
            )
            .word("id")
            try await shop.stripe.authenticate(intent)
            try await shop.stripe.stripe("POST", "/v1/payment_intents/\(intent)/confirm")
            try await Self.until(
                shop,
                "0",
                "SELECT count(*) FROM payments WHERE state <> 'succeeded'"
            )
            try await Self.until(shop, "several_intents closed", Self.kept)
            let found = try await shop.stripe.stripe("GET", "/v1/payment_intents/\(orphan)")
            #expect(try found.word("status") == "canceled")
            let numbers = try await shop.service.numbers()
            #expect(
                numbers.all("payonce_reconciler_repairs_total") == [
                    "repair=\"taken_in\"": 1, "repair=\"canceled\"": 1,
                ]
            )
            #expect(numbers["payonce_reconciler_lag_seconds"] < 90)
            #expect(try await shop.audit().open.isEmpty)
        }
    }

    private static let kept = "SELECT kind || ' ' || state FROM findings"

    /// What is not safe waits for a person, with what to do: money of a second charge, and an amount
    /// that is another one.
    @Test func `What is not safe waits for a person`() async throws {
        try await Self.open { shop in
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            let payment = try #require(paid.payment)
            let second = try await shop.payAside("&metadata[payonce_payment_id]=\(payment)")
            let other = try await shop.pay(AuditShop.cards[1], key: "the-key-of-a-guest-2")
            try await shop.stripe.force(other.intent ?? "", ["amount": 1500])
            try await Self.until(
                shop,
                "amount_differs open -\nseveral_intents open \(payment) refund \(second)",
                Self.findings
            )
            let refunded = try await shop.resolve(payment, "refund", "twice", "--intent", second)
            #expect(refunded.status == 0, "\(refunded.output)")
            let book = try await shop.stripe.book()
            #expect(book.first { $0.intent == second }?.refunded == 900)
            #expect(book.first { $0.intent == paid.intent }?.refunded == 0)
        }
    }

    /// Stripe goes away: nothing counts as compared, and it goes on where it was.
    @Test func `Nothing is lost while Stripe is away`() async throws {
        try await Self.open { shop in
            try await shop.stripe.add(Self.away("/v1/charges*"))
            let paid = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            try await shop.stripe.force(paid.intent ?? "", ["amount": 1500])
            // A difference in the intents is told before the charges are asked for.
            try await Self.until(shop, "amount_differs open -", Self.findings)
            let behind = try await shop.database.sql(
                "SELECT count(*) FROM payments, reconciler_turns WHERE claimed_at >= compared_until"
            )
            #expect(behind == "1")
            try await shop.stripe.clearFaults()
            try await Self.until(
                shop,
                "0",
                "SELECT count(*) FROM payments, reconciler_turns WHERE claimed_at >= compared_until"
            )
        }
    }

    /// Several instances compare each time once.
    @Test func `Two instances share the work`() async throws {
        try await Self.open { shop in
            let second = try await ServiceProcess.start(
                database: shop.database.url,
                stripe: shop.stripe.port
            )
            _ = try await shop.pay(AuditShop.cards[0], key: "the-key-of-a-guest-1")
            try await Self.until(
                shop,
                "0",
                "SELECT count(*) FROM payments, reconciler_turns WHERE claimed_at >= compared_until"
            )
            // A turn that finds anything to compare lists the charges of it once.
            let turns = try await shop.database.sql("SELECT number FROM reconciler_turns")
            let lists = try await shop.stripe.requests().count { $0.path == "/v1/charges" }
            #expect(lists > 0)
            #expect(lists <= Int(turns) ?? 0, "\(lists) of \(turns)")
            try await second.crash()
        }
    }
}
