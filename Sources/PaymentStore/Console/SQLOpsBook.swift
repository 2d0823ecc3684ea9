public import Audit
public import Payments
public import Postgres

/// The book as people see it, in PostgreSQL.
public struct SQLOpsBook: OpsBook {
    private let database: Database

    /// More of those that are stuck are a page of their own.
    private static let fewUnresolved = 20

    public init(database: Database) {
        self.database = database
    }

    public func overview() async throws(StoreFailure) -> Overview {
        guard let standing = await StandingNumbers.read(from: database) else { throw .unavailable }
        let unknown = PaymentState.all.filter(\.isUnknown)
        return try await stored { () throws(DatabaseError) in
            let rows = try await database.run([
                ConsoleStatements.now,
                ConsoleStatements.today,
                ConsoleStatements.unresolved(unknown, atMost: SQLOpsBook.fewUnresolved),
                SealStatements.newest,
            ])
            let today = try rows[1].map(SQLOpsBook.outcome)
            let counted = today.map(\.count).reduce(0, +)
            return Overview(
                nowMicroseconds: try rows[0].onlyRow()?.int64(0) ?? 0,
                today: today,
                isWhole: counted < ConsoleStatements.mostCounted,
                unresolved: try rows[2].map(BookedColumns.payment),
                unresolvedCount: unknown.compactMap { standing.payments[$0.word]?.count }
                    .reduce(0, +),
                findings: standing.findings.sorted { $0.key < $1.key }.map {
                    Overview.Findings(kind: $0.key, count: $0.value.count, oldest: $0.value.oldest)
                },
                newestSeal: try rows[3].onlyRow().map(SealStatements.seal),
                oldestUnsealed: standing.oldestUnsealed
            )
        }
    }

    public func payments(
        _ search: PaymentSearch,
        atMost count: Int
    ) async throws(StoreFailure) -> [BookedPayment] {
        try await read(ConsoleStatements.payments(search, atMost: count), BookedColumns.payment)
    }

    public func file(of payment: PaymentID) async throws(StoreFailure) -> PaymentFile? {
        let found = try await read(ConsoleStatements.payments([payment]), BookedColumns.payment)
        guard let booked = found.first else { return nil }
        return PaymentFile(
            payment: booked,
            timeline: try await PaymentBrowser(database: database).timeline(of: payment),
            refunds: try await read(ConsoleStatements.refunds(of: payment), BookedColumns.refund),
            findings: try await FindingTable(database: database)
                .findings(about: payment.description)
        )
    }

    public func holders(of keys: [String]) async throws(StoreFailure) -> [BookedPayment] {
        try await read(ConsoleStatements.holders(of: keys), BookedColumns.payment)
    }

    public func duplicates(atMost count: Int) async throws(StoreFailure) -> [DuplicateCase] {
        let findings = try await read(
            ConsoleStatements.duplicates(atMost: count),
            FindingStatements.finding
        )
        let ids = findings.flatMap(DuplicateCase.payments)
        let payments = try await read(ConsoleStatements.payments(ids), BookedColumns.payment)
        return DuplicateCase.cases(of: findings, among: payments)
    }

    public func findings(
        _ state: FindingState,
        after last: KeptFinding.Key?,
        atMost count: Int
    ) async throws(StoreFailure) -> [KeptFinding] {
        try await read(
            ConsoleStatements.findings(state, after: last, atMost: count),
            FindingStatements.finding
        )
    }

    public func finding(_ key: KeptFinding.Key) async throws(StoreFailure) -> KeptFinding? {
        try await read(ConsoleStatements.finding(key), FindingStatements.finding).first
    }

    private static func outcome(_ row: Row) throws(DatabaseError) -> Overview.Outcome {
        Overview.Outcome(
            state: try row.string(0),
            currency: try row.string(1),
            count: try row.int64(2),
            minorUnits: try row.int64(3)
        )
    }

    private func read<Value>(
        _ statement: SQL,
        _ value: (Row) throws(DatabaseError) -> Value
    ) async throws(StoreFailure) -> [Value] {
        try await stored { () throws(DatabaseError) in
            try await database.query(statement).map(value)
        }
    }
}

extension FindingTable: FindingDecisions {}

extension PaymentState {
    /// Something of ours may be with Stripe of which nobody knows what came of it.
    fileprivate var isUnknown: Bool {
        switch self {
        case .creating, .confirming, .capturing, .canceling, .unresolved: true
        case .requiresAction, .authorized, .processing, .open, .requiresCustomer, .quarantined,
            .succeeded, .declined, .expired, .canceled, .unrecognised:
            false
        }
    }
}
