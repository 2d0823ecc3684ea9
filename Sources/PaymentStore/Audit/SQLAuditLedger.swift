public import Audit
public import Payments
public import Postgres

/// Where audits keep how far they are and what they found.
public struct SQLAuditLedger: AuditLedger {
    private let database: Database
    private let newName: @Sendable () -> String

    /// `newName` gives a name for an audit, never twice the same.
    public init(database: Database, newName: @escaping @Sendable () -> String) {
        self.database = database
        self.newName = newName
    }

    public func begin(_ request: AuditRequest) async throws(StoreFailure) -> AuditProgress {
        let name = newName()
        return try await Settling().repeating { () throws(DatabaseError) in
            let rows = try await database.query(AuditStatements.begin(request, name: name))
            guard let row = try rows.onlyRow() else {
                throw .decoding(reason: "an audit that did not begin")
            }
            return try AuditStatements.progress(from: row)
        }
    }

    public func advance(_ audit: String, to microseconds: Int64) async throws(StoreFailure) {
        try await run(
            """
            UPDATE audits SET compared_until = greatest(
                compared_until, \(Moment.timestamp(microseconds))
            )
            WHERE id = \(audit)
            """
        )
    }

    public func finish(_ audit: String, digest: [UInt8]) async throws(StoreFailure) {
        try await run(
            """
            UPDATE audits SET finished_at = now(), digest = encode(\(digest), 'hex')
            WHERE id = \(audit)
            """
        )
    }

    public func keep(_ findings: [AuditFinding], hash: Hash) async throws(StoreFailure) {
        try await run(
            FindingStatements.keep(findings, digests: findings.map { $0.digest(hash) })
        )
    }

    public func close(
        _ key: KeptFinding.Key,
        _ decision: KeptFinding.Decision
    ) async throws(StoreFailure) {
        try await run(FindingStatements.close(key, decision))
    }

    public func closeUnseen(
        _ kinds: [FindingKind],
        in window: AuditWindow,
        since microseconds: Int64
    ) async throws(StoreFailure) {
        try await run(FindingStatements.closeUnseen(kinds, in: window, since: microseconds))
    }

    public func findings(
        seenSince microseconds: Int64,
        after last: KeptFinding.Key?,
        atMost count: Int
    ) async throws(StoreFailure) -> [KeptFinding] {
        try await stored { () throws(DatabaseError) in
            try await database.query(
                FindingStatements.seen(since: microseconds, after: last, atMost: count)
            )
            .map(FindingStatements.finding)
        }
    }

    /// All of them may be done twice.
    private func run(_ statement: SQL) async throws(StoreFailure) {
        _ = try await Settling().repeating { () throws(DatabaseError) in
            try await database.query(statement)
        }
    }
}
