public import Payments
public import Postgres

/// What is known of Stripe's events, in PostgreSQL.
public struct SQLEventRepository: EventRepository {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    // MARK: Reading Stripe's list

    /// After a lost answer nobody has the turn until the hold is over.
    public func takeTurn(hold: Duration) async throws(StoreFailure) -> EventTurn? {
        try await stored { () throws(DatabaseError) in
            try await database.query(EventStatements.takeTurn(hold: hold)).onlyRow()
                .map(EventStatements.turn(from:))
        }
    }

    public func known(of notices: [StripeNotice]) async throws(StoreFailure) -> [KnownPayment] {
        try await stored { () throws(DatabaseError) in
            try EventStatements.known(
                from: try await database.run(EventStatements.known(of: notices))
            )
        }
    }

    public func write(
        _ hints: [Hint],
        _ turn: EventTurn,
        hold: Duration
    ) async throws(StoreFailure) -> Bool {
        try await Settling().repeating { () throws(DatabaseError) in
            try await !database.query(EventStatements.write(hints, turn, hold: hold)).isEmpty
        }
    }

    public func end(
        _ turn: EventTurn,
        readThrough: Int64?,
        pause: Duration
    ) async throws(StoreFailure) {
        try await run(EventStatements.end(turn, readThrough: readThrough, pause: pause))
    }

    public func noteGap(from: Int64, to: Int64) async throws(StoreFailure) {
        try await run(EventStatements.noteGap(from: from, to: to))
    }

    // MARK: Hints

    /// After a lost answer what was taken is due again when the hold is over.
    public func takeDue(
        atMost count: Int,
        hold: Duration
    ) async throws(StoreFailure) -> [TakenHint] {
        try await stored { () throws(DatabaseError) in
            try await database.query(EventStatements.takeDue(atMost: count, hold: hold))
                .map(EventStatements.taken(from:))
                .compactMap(\.self)
        }
    }

    public func end(_ hint: TakenHint) async throws(StoreFailure) {
        try await run(EventStatements.end(hint))
    }

    public func putOff(_ hint: TakenHint, for pause: Duration) async throws(StoreFailure) {
        try await run(EventStatements.putOff(hint, for: pause))
    }

    // MARK: Disputes and findings

    public func disputes(
        of payment: PaymentID,
        _ dispute: DisputeID
    ) async throws(StoreFailure) -> DisputeLedger? {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(DisputeStatements.ledger(of: payment, dispute))
            return try rows.onlyRow().map { row throws(DatabaseError) in
                try DisputeStatements.ledger(from: row, of: payment)
            }
        }
    }

    public func write(_ change: DisputeChange) async throws(StoreFailure) -> Bool {
        try await stored { () throws(DatabaseError) in
            try await !database.query(DisputeStatements.write(change)).isEmpty
        }
    }

    public func note(_ finding: OpsFinding) async throws(StoreFailure) {
        try await run(FindingStatements.note(finding))
    }

    /// A write that may be done twice: after a lost answer it is simply done again.
    private func run(_ statement: SQL) async throws(StoreFailure) {
        _ = try await Settling().repeating { () throws(DatabaseError) in
            try await database.query(statement)
        }
    }
}
