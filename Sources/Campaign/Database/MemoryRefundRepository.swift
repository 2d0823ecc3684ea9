import Payments

/// One run's way to the refunds in memory.
struct MemoryRefundRepository: RefundRepository {
    private let database: MemoryDatabase
    private let commits: MemoryCommits

    init(_ database: MemoryDatabase, through link: Link) {
        self.database = database
        commits = MemoryCommits(through: link)
    }

    func ledger(of payment: PaymentID) async throws(StoreFailure) -> RefundLedger? {
        try await commits.commit("ledger") { [database] in database.ledger(of: payment) }
    }

    func write(_ change: RefundChange) async throws(StoreFailure) -> Bool {
        try await commits.commit("write \(change.event)") { [database] in database.write(change) }
    }

    func takeDueRefunds(
        atMost count: Int,
        hold: Duration
    ) async throws(StoreFailure) -> [RefundID] {
        try await commits.commit("take refunds") { [database] in
            database.takeDueRefunds(atMost: count, hold: hold)
        }
    }

    func putOff(_ refund: RefundID, for pause: Duration?) async throws(StoreFailure) {
        try await commits.commit("put off refund") { [database] in
            database.putOff(refund, pause)
        }
    }

    func note(_ finding: OpsFinding) async throws(StoreFailure) {
        try await commits.commit("note \(finding.kind)") { [database] in database.note(finding) }
    }
}
