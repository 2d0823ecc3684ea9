import Audit
import Crypto
import PaymentStore
import Payments
import Postgres
import Synchronization
import TestKit
import Testing

/// Each thing that can be wrong with our own book is planted by hand, and the audit names it and
/// nothing else.
@Suite struct AuditTests {
    struct Plant: Sendable, CustomTestStringConvertible {
        let statement: String
        /// Kind and subject of all that is found.
        let found: [String]

        var testDescription: String { statement }

        init(_ statement: String, _ found: String...) {
            self.statement = statement
            self.found = found
        }
    }

    private static let first = SampleHistory.payment(1)
    private static let third = SampleHistory.payment(3)

    /// A row that an attacker or an accident changes, without its event: the chain does not name
    /// it.
    private static func row(_ change: String, of payment: String = first) -> String {
        "UPDATE payments SET \(change) WHERE id = '\(payment)'"
    }

    /// A payment that is in `state` for `age`, with the event that says so.
    private static func state(_ state: String, for age: String, _ more: String = "") -> String {
        """
        WITH moved AS (
            UPDATE payments SET state = '\(state)', changed_at = now() - interval '\(age)',
                look_at = now()\(more)
            WHERE id = '\(first)' RETURNING *
        ), written AS (
            UPDATE payment_events e SET state = '\(state)', hash = event_hash(
                e.previous_hash, e.payment_id, e.number, e.at, e.word, e.detail, '\(state)',
                e.instance, e.operation_name, e.operation_number, e.answer_status,
                e.answer_request_id, e.answer_is_replay, e.answer_stripe_seconds, e.step_name,
                e.step_digest
            )
            WHERE e.payment_id = '\(first)' AND e.number = 2 RETURNING hash
        )
        SELECT 1; UPDATE payments SET event_hash = (
            SELECT hash FROM payment_events WHERE payment_id = '\(first)' AND number = 2
        ) WHERE id = '\(first)'; DELETE FROM fulfillments WHERE payment_id = '\(first)';
        TRUNCATE audit_seals
        """
    }

    static let plants: [Plant] = [
        Plant("SELECT 1"),
        // A single byte, an event, a payment.
        Plant(
            "UPDATE payment_events SET answer_request_id = 'req_2' WHERE payment_id = '\(first)' "
                + "AND number = 2",
            "chain_broken \(first)"
        ),
        Plant(
            "UPDATE payment_events SET detail = replace(detail, 'key:c', 'key:d') "
                + "WHERE payment_id = '\(first)' AND number = 1",
            "chain_broken \(first)",
            "guard_missing \(first)"
        ),
        Plant(
            "DELETE FROM payment_events WHERE payment_id = '\(first)' AND number = 1",
            "chain_broken \(first)",
            "seal_broken seal-1"
        ),
        Plant(
            "DELETE FROM payment_events WHERE payment_id = '\(first)' AND number = 2",
            "chain_broken \(first)",
            "seal_broken seal-1"
        ),
        Plant("DELETE FROM payments WHERE id = '\(first)'", "payment_missing \(first)"),
        Plant(
            // Everything of a payment: what is left is the seal.
            "DELETE FROM payments WHERE id = '\(first)'; DELETE FROM payment_events "
                + "WHERE payment_id = '\(first)'; DELETE FROM operations WHERE payment_id = "
                + "'\(first)'; DELETE FROM payment_intents WHERE payment_id = '\(first)'; "
                + "DELETE FROM guards WHERE payment_id = '\(first)'",
            "seal_broken seal-1"
        ),
        Plant(
            "UPDATE operations SET body = body || '&a=b' WHERE payment_id = '\(first)'",
            "chain_broken \(first)"
        ),
        Plant("DELETE FROM audit_seals WHERE number = 2", "seal_broken seal-3"),
        Plant(
            "UPDATE audit_seals SET hash = sha256('') WHERE number = 2",
            "seal_broken seal-2",
            "seal_broken seal-3"
        ),
        Plant("TRUNCATE audit_seals", "unsealed events"),
        // States that cannot be.
        Plant(row("closing_code = 'canceled'"), "impossible_state \(first)"),
        Plant(row("refunded = 100"), "impossible_state \(first)"),
        Plant(
            "DELETE FROM fulfillments WHERE payment_id = '\(first)'",
            "impossible_state \(first)"
        ),
        Plant(
            "DELETE FROM payment_intents WHERE payment_id = '\(first)'",
            "impossible_state \(first)"
        ),
        // Guards and orders.
        Plant(
            "DELETE FROM guards WHERE kind = 'method' AND key = 'pm_1'",
            "guard_missing \(first)"
        ),
        Plant(
            "DELETE FROM guards WHERE kind = 'order' AND key = 'order-3'",
            "guard_missing \(third)"
        ),
        Plant(row("order_id = 'order-3'"), "order_paid_twice \(first)"),
        // Prices: the row, and what the shop fixed.
        Plant(row("amount = 1500"), "price_differs \(first)"),
        Plant(row("currency = 'eur'"), "price_differs \(first)"),
        Plant(
            "INSERT INTO orders (id, amount, currency, fixed_by) "
                + "VALUES ('order-3', 1300, 'usd', 'key')",
            "price_differs \(third)"
        ),
        Plant(
            "INSERT INTO catalog_prices VALUES ('photo_subscription', 'usd', 1300); "
                + "INSERT INTO catalog_imports VALUES (1, now() - interval '2 days', 1, true); "
                + "DELETE FROM payments WHERE id <> '\(first)'; DELETE FROM payment_events "
                + "WHERE payment_id <> '\(first)'; TRUNCATE audit_seals",
            "price_differs \(first)",
            "unsealed events"
        ),
        // Twice the same within minutes.
        Plant(
            row("customer = 'ann'") + "; " + row("customer = 'ann'", of: SampleHistory.payment(2)),
            "suspected_duplicate \(SampleHistory.payment(2))"
        ),
        // Time. The states are written with their events; the seals are not under test here.
        Plant(
            state("unresolved", for: "16 minutes"),
            "unresolved_too_long \(first)",
            "unsealed events"
        ),
        Plant(
            state("authorized", for: "16 minutes"),
            "held_not_captured \(first)",
            "unsealed events"
        ),
        Plant(
            state("requires_action", for: "91 minutes"),
            "open_past_the_hour \(first)",
            "unsealed events"
        ),
        Plant(
            state("requires_action", for: "91 minutes", ", is_grace_given = true"),
            "unsealed events"
        ),
        Plant(state("open", for: "27 hours"), "open_past_the_hour \(first)", "unsealed events"),
        Plant(state("quarantined", for: "1 second"), "quarantined \(first)", "unsealed events"),
        Plant(
            state("thinking", for: "1 second"),
            "impossible_state \(first)",
            "unsealed events"
        ),
        // Security codes.
        Plant(row("cvc_policy = 'accept', cvc_check = 'fail'"), "cvc_failed \(first)"),
    ]

    /// AM14: an amount that is wrong is so by the cart, the fixed order and the bytes that were sent,
    /// whatever else says the same.
    @Test func `Each thing that is planted is named, and only it`() async throws {
        let template = try await AuditSample.template()
        for plant in Self.plants {
            let url = try AuditSample.copy(of: template)
            _ = try PostgresServer.sql(plant.statement, url: url)
            let audited = try await AuditSample.audit(url)
            #expect(audited.named == plant.found.sorted(), "\(plant.statement)")
            #expect(audited.report.openFindings == plant.found.count)
            #expect(audited.report.isComplete)
        }
    }

    @Test func `A payment outside the window is looked at when something happens to it`()
        async throws
    {
        let url = try AuditSample.copy(of: try await AuditSample.template())
        let whole = try await AuditSample.audit(url, since: .seconds(5 * 3600))
        #expect(whole.report.counts.payments == AuditSample.payments)
        // The first is 4 hours old, the last one minutes younger.
        let none = try await AuditSample.audit(url, since: .seconds(3600))
        #expect(none.report.counts.payments == 0)
        _ = try PostgresServer.sql(Self.state("unresolved", for: "16 minutes"), url: url)
        let late = try await AuditSample.audit(url, since: .seconds(3600))
        #expect(late.report.counts.payments == 1)
        #expect(late.named == ["unresolved_too_long \(Self.first)", "unsealed events"])
    }
}

/// A sealed book of a few payments that are hours old.
enum AuditSample {
    static let payments = 40

    /// Payments of three minutes, so that there are several seals.
    static func template() async throws -> String {
        let url = try Store.server.get().createDatabase()
        try await withStore(url: url) { store in
            try store.sql(
                try SampleHistory.sql(payments: payments, age: "4 hours", spacing: "4 seconds")
            )
            let sealed = try await store.sealAll(age: .seconds(120))
            #expect(sealed.map(\.number) == [1, 2, 3])
            #expect(sealed.map(\.events).reduce(0, +) == Int64(2 * payments))
        }
        try expectChecksPass(url: url)
        return url
    }

    /// Nobody may be connected to the template.
    static func copy(of url: String) throws -> String {
        let server = try Store.server.get()
        let copy = try server.createDatabase()
        let names = [url, copy].map { url in
            String(url.split(separator: "?").first?.split(separator: "/").last ?? "")
        }
        _ = try server.sql("DROP DATABASE \(names[1])", database: "postgres")
        _ = try server.sql(
            "CREATE DATABASE \(names[1]) TEMPLATE \(names[0])",
            database: "postgres"
        )
        return copy
    }

    struct Audited: Sendable {
        let report: AuditReport
        let findings: [KeptFinding]

        var named: [String] { findings.map { "\($0.key.kind) \($0.key.subject)" }.sorted() }
    }

    static func audit(
        _ url: String,
        since duration: Duration = .seconds(24 * 3600)
    ) async throws -> Audited {
        try await withDatabase(configuration: Store.configuration(url)) { database in
            let auditor = Auditor(
                book: SQLAuditBook(database: database),
                ledger: SQLAuditLedger(database: database) { "audit_\(UInt64.random())" },
                stripe: nil,
                isLive: false,
                now: { .zero },
                hash: { SHA256.hash($0) }
            )
            let told = Mutex<[KeptFinding]>([])
            let report = try await auditor.run(.last(duration)) { finding in
                told.withLock { $0.append(finding) }
            }
            return Audited(report: report, findings: told.withLock(\.self))
        }
    }
}

extension UInt64 {
    static func random() -> UInt64 { .random(in: 0...max) }
}

extension Store {
    /// Seals what is as old as this.
    func sealAll(age: Duration) async throws -> [Seal] {
        let book = SQLSealBook(database: database)
        let horizon = try await book.horizon(age: age)
        var seals: [Seal] = []
        while let seal = try await book.sealNext(before: horizon) { seals.append(seal) }
        return seals
    }
}
