import Payments
public import Postgres

/// How many of what stand in the book now, for whoever watches: read by one statement, down the
/// indexes of what is open, so that its cost does not grow with history.
public struct StandingNumbers: Sendable, Hashable {
    /// Payments under way by the word of their state.
    public var payments: [String: Standing] = [:]
    /// Open findings by their kind.
    public var findings: [String: Standing] = [:]
    /// How old the oldest event is that no seal holds; `zero` where there is none.
    public var oldestUnsealed = Duration.zero

    /// How old the oldest event is whose payment was not compared with Stripe since.
    public var oldestUncompared = Duration.zero

    public init() {}

    /// Some that are alike.
    public struct Standing: Sendable, Hashable {
        public let count: Int64
        /// How long the oldest of them has been so.
        public let oldest: Duration

        public init(count: Int64, oldest: Duration) {
            self.count = count
            self.oldest = oldest
        }
    }

    /// More than this are not counted: whoever looks at a number like it has other worries than its
    /// last digit, and the statement stays short.
    private static let most = 50_000

    /// - Returns: `nil` where the database does not answer.
    public static func read(from database: Database) async -> StandingNumbers? {
        do throws(DatabaseError) {
            var numbers = StandingNumbers()
            for row in try await database.query(statement) {
                try numbers.add(row)
            }
            return numbers
        } catch {
            return nil
        }
    }

    private mutating func add(_ row: Row) throws(DatabaseError) {
        var columns = ColumnReader(row)
        let subject = try columns.string()
        let word = try columns.string()
        let standing = Standing(
            count: try columns.int64(),
            oldest: max(.zero, .seconds(try columns.int64()))
        )
        switch subject {
        case "payment": payments[word] = standing
        case "finding": findings[word] = standing
        case "comparison": oldestUncompared = standing.oldest
        case _: oldestUnsealed = standing.oldest
        }
    }

    /// The words of `payments_in_progress`, so that its index is what is read.
    private static let statement: SQL = """
        SELECT 'payment', state, count(*), \(age("min(changed_at)"))
        FROM (
            SELECT state, changed_at FROM payments
            WHERE state IN (
                'creating', 'requires_action', 'confirming', 'authorized', 'capturing',
                'canceling', 'processing', 'open', 'requires_customer', 'unresolved'
            )
            LIMIT \(most)
        ) AS p
        GROUP BY state
        UNION ALL
        SELECT 'finding', kind, count(*), \(age("min(noted_at)"))
        FROM (
            SELECT kind, noted_at FROM findings
            WHERE state <> 'closed' AND state = 'open'
            LIMIT \(most)
        ) AS f
        GROUP BY kind
        UNION ALL
        SELECT 'event', 'unsealed', 1, \(age("e.at"))
        FROM (
            SELECT at FROM payment_events
            WHERE at >= coalesce(
                (SELECT until_at FROM audit_seals ORDER BY number DESC LIMIT 1), '-infinity'
            )
            ORDER BY at LIMIT 1
        ) AS e
        UNION ALL
        SELECT 'comparison', '', 1, \(age("e.at"))
        FROM (
            SELECT at FROM payment_events
            WHERE at >= (SELECT compared_until FROM reconciler_turns WHERE id = 1)
            ORDER BY at LIMIT 1
        ) AS e
        """

    /// In whole seconds, from a moment that is an expression of ours.
    private static func age(_ moment: SQL) -> SQL {
        "floor(extract(EPOCH FROM clock_timestamp() - \(moment)))::bigint"
    }
}
