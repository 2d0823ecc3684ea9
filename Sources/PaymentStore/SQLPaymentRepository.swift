public import Payments
public import Postgres

/// The payments in PostgreSQL. A simple payment is two commits, `claim` and `record`, each shared
/// with whatever else waits at that moment.
public struct SQLPaymentRepository: PaymentRepository {
    private let database: Database
    private let drawToken: TokenSource
    private let claims: GroupCommitter<ClaimWrite, Bool>
    private let changes: GroupCommitter<ChangeWrite, Payment?>
    private let payments: GroupCommitter<PaymentName, Payment?>
    private let guards: GroupCommitter<GuardQuery, OrderLook>

    /// - Parameters:
    ///   - database: migrated up to the newest migration of this program.
    ///   - deliveryHold: how long the instance that writes an outcome is the only one to tell the
    ///     shop; `zero` where it tells nobody.
    ///   - drawToken: never twice the same.
    public init(
        database: Database,
        deliveryHold: Duration = .zero,
        drawToken: @escaping TokenSource = randomToken
    ) {
        self.database = database
        self.drawToken = drawToken
        claims = GroupCommitter(
            database: database,
            conflicts: \.conflicts,
            statements: ClaimStatements.all,
            answers: ClaimStatements.answers
        )
        changes = GroupCommitter(
            database: database,
            conflicts: \.conflicts,
            statements: { ChangeStatement.all($0, hold: deliveryHold) },
            answers: ChangeStatement.answers
        )
        payments = GroupCommitter(
            database: database,
            conflicts: { _ in [] },
            statements: PaymentReads.statements,
            answers: PaymentReads.answers
        )
        guards = GroupCommitter(
            database: database,
            conflicts: { _ in [] },
            statements: HolderReads.statements,
            answers: HolderReads.answers
        )
    }

    // MARK: Claims

    public func claim(_ claim: Claim) async throws(StoreFailure) -> ClaimResult {
        precondition(!claim.guards.isEmpty, "nothing would keep a repeat from charging again")
        let write = ClaimWrite(claim: claim, token: drawToken())
        // A guard that was held when we claimed and is free when we look had been taken by a claim
        // that came to nothing.
        for _ in 0..<SQLPaymentRepository.mostClaims {
            if let payment = try await claimed(write) { return .claimed(payment) }
            let holders = try await holders(of: claim.guards.map(\.wanted))
            if !holders.isEmpty { return .held(holders) }
        }
        throw .unavailable
    }

    /// Each further try needs one more rival that takes a guard and gives it back in between.
    private static let mostClaims = 3

    private func claimed(_ write: ClaimWrite) async throws(StoreFailure) -> Payment? {
        try await Settling().settle { () throws(DatabaseError) in
            try await claims.submit(write) ? write.payment : nil
        } ours: { () throws(DatabaseError) in
            try await ownWork(write.claim.payment, token: write.token)
        }
    }

    public func holders(of guards: [Guard]) async throws(StoreFailure) -> [GuardHolder] {
        try await look(GuardQuery(guards: guards, order: nil)).holders
    }

    public func look(
        at guards: [Guard],
        fixing order: OrderID
    ) async throws(StoreFailure) -> OrderLook {
        try await look(GuardQuery(guards: guards, order: order))
    }

    private func look(_ query: GuardQuery) async throws(StoreFailure) -> OrderLook {
        try await stored { () throws(DatabaseError) in try await guards.submit(query) }
    }

    public func fix(_ order: FixedOrder, by key: String) async throws(StoreFailure) {
        try await run(OrderStatements.fix(order, by: key))
    }

    public func join(
        _ guarding: Guard,
        fingerprint: Fingerprint,
        to payment: PaymentID
    ) async throws(StoreFailure) {
        try await run(SmallWrites.join(guarding, fingerprint, to: payment))
    }

    public func replacements(of order: OrderID) async throws(StoreFailure) -> Int {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(SmallWrites.replacements(of: order))
            return try rows.onlyRow().map { row throws(DatabaseError) in Int(try row.int64(0)) }
                ?? 0
        }
    }

    // MARK: Payments

    public func payment(_ id: PaymentID) async throws(StoreFailure) -> Payment? {
        try await stored { () throws(DatabaseError) in try await payments.submit(.ours(id)) }
    }

    public func payment(of intent: PaymentIntentID) async throws(StoreFailure) -> Payment? {
        try await stored { () throws(DatabaseError) in try await payments.submit(.stripes(intent)) }
    }

    public func record(_ change: PaymentChange) async throws(StoreFailure) -> Payment? {
        let write = ChangeWrite(change: change, token: drawToken())
        return try await Settling().settle { () throws(DatabaseError) in
            try await changes.submit(write)
        } ours: { () throws(DatabaseError) in
            try await ownWork(change.payment.id, token: write.token)
        }
    }

    public func renewAsked(_ payment: PaymentID) async throws(StoreFailure) {
        try await run(SmallWrites.renewAsked(payment))
    }

    /// The payment as it is, where this token was the last to write it. It locks the row, so that
    /// its commit waits for the standby: what is only seen need not be durable yet.
    private func ownWork(_ id: PaymentID, token: Int64) async throws(DatabaseError) -> Payment? {
        let rows = try await database.query(
            PaymentColumns.select(
                where: "p.id = \(id.description) AND p.token = \(token) FOR NO KEY UPDATE OF p"
            )
        )
        return try rows.onlyRow().map(PaymentColumns.payment(from:))
    }

    // MARK: Taking over

    public func takeOver(
        _ payment: Payment,
        by instance: InstanceID,
        customerIsHere: Bool
    ) async throws(StoreFailure) -> Payment? {
        let statements = TakeoverStatements.take(
            payment,
            by: instance,
            customerIsHere: customerIsHere,
            token: drawToken()
        )
        return try await Settling().repeating { () throws(DatabaseError) in
            let rows = try await database.run(statements)
            return try rows[rows.count - 1].onlyRow().map(PaymentColumns.payment(from:))
        }
    }

    public func seize(
        _ payment: Payment,
        by instance: InstanceID
    ) async throws(StoreFailure) -> Payment? {
        let statements = TakeoverStatements.seize(payment, by: instance, token: drawToken())
        return try await Settling().repeating { () throws(DatabaseError) in
            let rows = try await database.run(statements)
            return try rows[rows.count - 1].onlyRow().map(PaymentColumns.payment(from:))
        }
    }

    public func takeDue(
        atMost count: Int,
        by instance: InstanceID,
        stripeSeconds: Int64?
    ) async throws(StoreFailure) -> [Payment] {
        let statements = RecoverySearch.statements(
            atMost: count,
            by: instance,
            stripeSeconds: stripeSeconds,
            token: drawToken()
        )
        let taken = try await Settling().repeating { () throws(DatabaseError) in
            let rows = try await database.run(statements)
            return rows[rows.count - 1].map(TakenPayment.init)
        }
        for case .unreadable(let finding) in taken {
            do throws(StoreFailure) {
                try await note(finding)
            } catch {
                // The others have been taken, whatever becomes of the note.
                throw .outcomeUnknown
            }
        }
        return taken.compactMap(\.payment)
    }

    public func lookNow(at intents: [PaymentIntentID]) async throws(StoreFailure) {
        try await run(SmallWrites.lookNow(at: intents))
    }

    public func attempts(
        of instance: InstanceID,
        unchangedFor age: Duration
    ) async throws(StoreFailure) -> [PaymentID] {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(RecoverySearch.owned(by: instance, for: age))
            var ids: [PaymentID] = []
            for row in rows {
                if let id = PaymentID(try row.string(0)) { ids.append(id) }
            }
            return ids
        }
    }

    // MARK: Leases and findings

    public func renewLease(
        of instance: InstanceID,
        for duration: Duration
    ) async throws(StoreFailure) -> Bool {
        try await stored { () throws(DatabaseError) in
            try await !database.query(Lease.renew(instance, for: duration)).isEmpty
        }
    }

    public func liveInstances() async throws(StoreFailure) -> Int {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(Lease.live)
            return Int(try rows.onlyRow()?.int64(0) ?? 1)
        }
    }

    public func endLease(of instance: InstanceID) async throws(StoreFailure) {
        try await run(Lease.end(instance))
    }

    public func note(_ finding: OpsFinding) async throws(StoreFailure) {
        try await run(FindingStatements.note(finding))
    }

    public func closeFindings(
        _ kinds: [String],
        about subjects: [String],
        by who: Operator,
        because reason: ResolveReason
    ) async throws(StoreFailure) {
        try await run(FindingStatements.close(kinds, about: subjects, by: who, because: reason))
    }

    /// A write that may be done twice: after a lost answer it is simply done again.
    private func run(_ statement: SQL) async throws(StoreFailure) {
        _ = try await Settling().repeating { () throws(DatabaseError) in
            try await database.query(statement)
        }
    }
}
