import Payments

/// One run's way to what is known in memory of Stripe's events. Looks that find nothing to do have
/// names of their own: they come every two seconds, and nothing follows from them.
struct MemoryEventRepository: EventRepository {
    private let database: MemoryDatabase
    private let commits: MemoryCommits

    init(_ database: MemoryDatabase, through link: Link) {
        self.database = database
        commits = MemoryCommits(through: link)
    }

    func takeTurn(hold: Duration) async throws(StoreFailure) -> EventTurn? {
        let name = database.isTurnDue ? "take turn" : "look for turn"
        return try await commits.commit(name) { [database] in database.takeTurn(hold: hold) }
    }

    func known(of notices: [StripeNotice]) async throws(StoreFailure) -> [KnownPayment] {
        try await commits.commit("known") { [database] in database.known(of: notices) }
    }

    func write(
        _ hints: [Hint],
        _ turn: EventTurn,
        hold: Duration
    ) async throws(StoreFailure) -> Bool {
        let name = hints.isEmpty ? "keep turn" : "write hints"
        return try await commits.commit(name) { [database] in
            database.write(hints, turn, hold: hold)
        }
    }

    func end(
        _ turn: EventTurn,
        readThrough: Int64?,
        pause: Duration
    ) async throws(StoreFailure) {
        try await commits.commit("end turn") { [database] in
            database.end(turn, readThrough: readThrough, pause: pause)
        }
    }

    func noteGap(from: Int64, to: Int64) async throws(StoreFailure) {
        try await commits.commit("note gap") { [database] in
            database.eventGaps.append(from...to)
        }
    }

    func takeDue(atMost count: Int, hold: Duration) async throws(StoreFailure) -> [TakenHint] {
        let name = database.isHintDue ? "take hints" : "look for hints"
        return try await commits.commit(name) { [database] in
            database.takeDueHints(atMost: count, hold: hold)
        }
    }

    func end(_ hint: TakenHint) async throws(StoreFailure) {
        try await commits.commit("end hint") { [database] in database.end(hint) }
    }

    func putOff(_ hint: TakenHint, for pause: Duration) async throws(StoreFailure) {
        try await commits.commit("put off hint") { [database] in
            database.putOff(hint, for: pause)
        }
    }

    func disputes(
        of payment: PaymentID,
        _ dispute: DisputeID
    ) async throws(StoreFailure) -> DisputeLedger? {
        try await commits.commit("dispute ledger") { [database] in
            database.ledger(of: payment, dispute)
        }
    }

    func write(_ change: DisputeChange) async throws(StoreFailure) -> Bool {
        try await commits.commit("write \(change.event)") { [database] in database.write(change) }
    }

    func note(_ finding: OpsFinding) async throws(StoreFailure) {
        try await commits.commit("note \(finding.kind)") { [database] in database.note(finding) }
    }
}
