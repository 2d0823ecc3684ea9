public import Audit
public import Payments
public import Postgres

/// How far our book was compared with Stripe's, in PostgreSQL. All moments are the database's.
public struct SQLReconcilerTurns: ReconcilerTurns {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    /// It begins with the moment in which it is there for the first time, and a little before, when
    /// that instance may have taken its first payment: what was before is for an audit. After a
    /// lost answer nobody has the turn until the hold is over.
    public func takeTurn(hold: Duration) async throws(StoreFailure) -> ReconcilerTurn? {
        let statement: SQL = """
            INSERT INTO reconciler_turns AS t (id, number, due_at, compared_until)
            VALUES (1, 1, now() + \(hold.wholeMicroseconds) * interval '1 microsecond',
                now() - interval '20 seconds')
            ON CONFLICT (id) DO UPDATE SET number = t.number + 1, due_at = excluded.due_at
            WHERE t.due_at <= now()
            RETURNING number, \(Moment.microseconds("compared_until")),
                \(Moment.microseconds("now()"))
            """
        return try await stored { () throws(DatabaseError) in
            try await database.query(statement).onlyRow().map { row throws(DatabaseError) in
                ReconcilerTurn(
                    number: try row.int64(0),
                    comparedUntil: try row.int64(1),
                    nowMicroseconds: try row.int64(2)
                )
            }
        }
    }

    public func advance(
        _ turn: ReconcilerTurn,
        to microseconds: Int64,
        hold: Duration
    ) async throws(StoreFailure) -> Bool {
        try await isWritten(
            """
            UPDATE reconciler_turns SET
                compared_until = greatest(compared_until, \(Moment.timestamp(microseconds))),
                due_at = now() + \(hold.wholeMicroseconds) * interval '1 microsecond'
            WHERE id = 1 AND number = \(turn.number)
            RETURNING id
            """
        )
    }

    public func end(_ turn: ReconcilerTurn, pause: Duration) async throws(StoreFailure) {
        _ = try await isWritten(
            """
            UPDATE reconciler_turns
            SET due_at = now() + \(pause.wholeMicroseconds) * interval '1 microsecond'
            WHERE id = 1 AND number = \(turn.number)
            RETURNING id
            """
        )
    }

    /// By the events, of which a payment that was claimed in the window has one anyway.
    public func entries(
        changedIn window: AuditWindow,
        after last: String?,
        atMost count: Int
    ) async throws(StoreFailure) -> [BookEntry] {
        let statement = EntryReads.changed(in: window, after: last, atMost: count)
        return try await stored { () throws(DatabaseError) in
            try await database.query(statement).map { row throws(DatabaseError) in
                var columns = ColumnReader(row)
                return try EntryReads.entry(from: &columns)
            }
        }
    }

    /// May be done twice.
    private func isWritten(_ statement: SQL) async throws(StoreFailure) -> Bool {
        try await Settling().repeating { () throws(DatabaseError) in
            try await !database.query(statement).isEmpty
        }
    }
}
