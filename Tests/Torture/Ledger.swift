import Foundation
import TestKit

/// The service's own book: what its database says about the payments.
struct Ledger: Sendable {
    struct Entry: Sendable {
        let payment: String
        let state: String
        let amount: Int64
        let intent: String
        let closing: String
        let refunded: Int64
        /// What a wrong security code means, and what the bank said of it.
        let policy: String
        let check: String
        /// What the shop said first, and whether it knows.
        let answer: String
        let isShopTold: Bool

        var isSettled: Bool { Ledger.settledStates.contains(state) }
    }

    let entries: [Entry]
    /// Steps that were durable before they were sent, as Stripe keys.
    let keys: Set<String>
    /// What `sql/checks` finds.
    let findings: [String]

    private static let settledStates = [
        "succeeded", "declined", "expired", "canceled", "requires_action", "open",
        "requires_customer",
    ]
    private static let settled = settledStates.map { "'\($0)'" }.joined(separator: ", ")

    static func read(_ database: ServiceDatabase) async throws -> Ledger {
        let rows = try await lines(
            """
            SELECT p.id, p.state, p.amount, coalesce(p.intent, ''), coalesce(p.closing_code, ''),
                p.refunded, coalesce(p.cvc_policy, ''), coalesce(p.cvc_check, ''),
                coalesce(f.answer, ''), f.acknowledged_at IS NOT NULL
            FROM payments p
            LEFT JOIN fulfillments f ON f.id = 'ful_' || substr(p.id, 5) || '_succeeded'
            """,
            database
        )
        let entries = rows.compactMap { row -> Entry? in
            guard row.count == 10, let amount = Int64(row[2]), let refunded = Int64(row[5])
            else { return nil }
            return Entry(
                payment: row[0],
                state: row[1],
                amount: amount,
                intent: row[3],
                closing: row[4],
                refunded: refunded,
                policy: row[6],
                check: row[7],
                answer: row[8],
                isShopTold: row[9] == "t"
            )
        }
        let keys = try await lines(
            """
            SELECT 'payonce-' || payment_id || '-' || name || '-' || number FROM operations
            UNION ALL
            SELECT 'payonce-' || payment_id || '-refund-' || number FROM refunds
            """,
            database
        )
        return Ledger(
            entries: entries,
            keys: Set(keys.compactMap(\.first)),
            findings: try await checks(database)
        )
    }

    /// Payments that are under way. Challenges, sheets and charges that want their customers may
    /// wait for them, and what three services died over waits for a person; who asks for it again
    /// is such a person.
    static func open(_ database: ServiceDatabase) async throws -> [String] {
        try await lines(
            """
            SELECT id || ' ' || state FROM payments p
            WHERE state NOT IN (\(settled)) AND NOT EXISTS (
                SELECT FROM findings f WHERE f.payment_id = p.id AND f.kind = 'no_progress'
            )
            """,
            database
        )
        .compactMap(\.first)
    }

    /// Refunds of which it is not known what came of them.
    static func openRefunds(_ database: ServiceDatabase) async throws -> [String] {
        try await lines(
            """
            SELECT 'refund ' || payment_id || ' ' || number || ' ' || state FROM refunds
            WHERE state IN ('requested', 'unresolved')
            """,
            database
        )
        .compactMap(\.first)
    }

    /// What the shop does not know yet.
    static func openFulfillments(_ database: ServiceDatabase) async throws -> [String] {
        try await lines(
            "SELECT 'untold ' || id FROM fulfillments WHERE acknowledged_at IS NULL",
            database
        )
        .compactMap(\.first)
    }

    /// Lets what the shop has refused often be tried again at once. What is being told at this
    /// moment is left alone.
    static func hurryFulfillments(_ database: ServiceDatabase) async throws {
        _ = try await database.sql(
            """
            UPDATE fulfillments SET try_at = now()
            WHERE acknowledged_at IS NULL AND try_at > now() + interval '30 seconds'
            """
        )
    }

    /// The intents of sheets of which it is not known that they are paid.
    static func openSheets(_ database: ServiceDatabase) async throws -> [String] {
        try await lines("SELECT intent FROM payments WHERE state = 'open'", database)
            .compactMap(\.first)
    }

    static func hurrySheets(_ database: ServiceDatabase) async throws {
        _ = try await database.sql(
            "UPDATE payments SET look_at = now() WHERE state = 'open' AND look_at > now()"
        )
    }

    // MARK: Figures

    /// How often what happened, by the events.
    static func events(_ database: ServiceDatabase) async throws -> [String: Int] {
        try await counts("SELECT word, count(*) FROM payment_events GROUP BY word", database)
    }

    /// How often a payment changed hands because its owner's lease was over: each of these owners,
    /// if it still lives, has lost its fence.
    static func fenceLosses(_ database: ServiceDatabase) async throws -> Int {
        try await count(
            "SELECT count(*) FROM payment_events WHERE word = 'taken_over' AND detail IS NOT NULL",
            database
        )
    }

    /// How often the outcome of a step was not answered to whoever sent it, and was found by
    /// reading.
    static func adoptions(_ database: ServiceDatabase) async throws -> Int {
        try await count(
            """
            SELECT count(*) FROM (
                SELECT word, answer_status, lag(word) OVER (
                    PARTITION BY payment_id ORDER BY number
                ) AS before
                FROM payment_events
            ) e
            WHERE word LIKE 'found\\_%' AND answer_status IS NULL
                AND before IN ('silence', 'taken_over', 'sending_over', 'replayed')
            """,
            database
        )
    }

    /// What a person would have to look at.
    static func findings(_ database: ServiceDatabase) async throws -> [String: Int] {
        try await counts("SELECT kind, count(*) FROM findings GROUP BY kind", database)
    }

    /// Seconds from the moment when a payment was under way until it was not: p50, p99, max.
    static func resolution(_ database: ServiceDatabase) async throws -> [Double] {
        let rows = try await lines(
            """
            WITH told AS (
                SELECT payment_id, number, at, state IN (\(settled), 'quarantined') AS is_settled
                FROM payment_events
            ), followed AS (
                SELECT
                    at,
                    NOT is_settled AND lag(is_settled, 1, true) OVER payment AS begins,
                    min(at) FILTER (WHERE is_settled) OVER (
                        payment ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
                    ) AS settled_at
                FROM told
                WINDOW payment AS (PARTITION BY payment_id ORDER BY number)
            )
            SELECT percentile_disc(ARRAY[0.5, 0.99, 1]) WITHIN GROUP (
                ORDER BY extract(EPOCH FROM settled_at - at)::float8
            )
            FROM followed
            WHERE begins AND settled_at IS NOT NULL
            """,
            database
        )
        let text = rows.first?.first ?? ""
        return text.dropFirst().dropLast().split(separator: ",").compactMap { Double($0) }
    }

    // MARK: Parts

    /// The questions of `sql/checks`, none of which has an answer.
    private static func checks(_ database: ServiceDatabase) async throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("sql/checks")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        var findings: [String] = []
        for file in files where file.pathExtension == "sql" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for row in try await lines(text, database) {
                findings.append("\(file.lastPathComponent): \(row.joined(separator: " "))")
            }
        }
        return findings
    }

    private static func counts(
        _ statement: String,
        _ database: ServiceDatabase
    ) async throws -> [String: Int] {
        let rows = try await lines(statement, database)
        let pairs = rows.compactMap { row in row.count == 2 ? (row[0], Int(row[1]) ?? 0) : nil }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static func count(
        _ statement: String,
        _ database: ServiceDatabase
    ) async throws -> Int {
        Int(try await lines(statement, database).first?.first ?? "") ?? 0
    }

    private static func lines(
        _ statement: String,
        _ database: ServiceDatabase
    ) async throws -> [[String]] {
        try await database.sql(statement).split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
