public import Audit
public import Payments
public import Postgres

/// The findings, for people who look at them and decide.
public struct FindingTable: Sendable {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    /// In the order of their subjects, a page at a time.
    public func findings(
        in states: [FindingState],
        after last: KeptFinding.Key? = nil,
        atMost count: Int
    ) async throws(StoreFailure) -> [KeptFinding] {
        try await read(
            """
            SELECT \(FindingStatements.list) FROM findings
            WHERE state = ANY(\(states.map(\.rawValue)))
                AND (payment_id, kind) > (\(last?.subject ?? ""), \(last?.kind ?? ""))
            ORDER BY payment_id, kind
            LIMIT \(count)
            """
        )
    }

    /// All that was found about a payment, or another subject.
    public func findings(about subject: String) async throws(StoreFailure) -> [KeptFinding] {
        try await read(
            """
            SELECT \(FindingStatements.list) FROM findings
            WHERE payment_id = \(subject) ORDER BY kind
            """
        )
    }

    /// What became of it, the first change first: a finding as it was after each.
    public func history(of key: KeptFinding.Key) async throws(StoreFailure) -> [KeptFinding] {
        try await read(
            """
            SELECT payment_id, kind, state, detail, \(Moment.microseconds("at")), NULL::bytea,
                changed_by, reason, evidence, NULL::text
            FROM finding_changes
            WHERE payment_id = \(key.subject) AND kind = \(key.kind)
            ORDER BY number
            """
        )
    }

    /// Writes down what somebody decided.
    ///
    /// - Returns: whether there is such a finding.
    public func decide(
        _ key: KeptFinding.Key,
        _ state: FindingState,
        _ decision: KeptFinding.Decision
    ) async throws(StoreFailure) -> Bool {
        try await stored { () throws(DatabaseError) in
            try await !database.query(FindingStatements.decide(key, state, decision)).isEmpty
        }
    }

    private func read(_ statement: SQL) async throws(StoreFailure) -> [KeptFinding] {
        try await stored { () throws(DatabaseError) in
            try await database.query(statement).map(FindingStatements.finding)
        }
    }
}
