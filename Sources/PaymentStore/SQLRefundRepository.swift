public import Payments
public import Postgres

/// Refunds in PostgreSQL. They are rare, so each has its statements for itself.
public struct SQLRefundRepository: RefundRepository {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    public func ledger(of payment: PaymentID) async throws(StoreFailure) -> RefundLedger? {
        try await stored { () throws(DatabaseError) in
            try RefundStatements.ledger(
                from: try await database.run(RefundStatements.ledger(of: payment))
            )
        }
    }

    public func write(_ change: RefundChange) async throws(StoreFailure) -> Bool {
        try await stored { () throws(DatabaseError) in
            try await !database.query(RefundStatements.write(change)).isEmpty
        }
    }

    /// After a lost answer what was taken is due again when the hold is over.
    public func takeDueRefunds(
        atMost count: Int,
        hold: Duration
    ) async throws(StoreFailure) -> [RefundID] {
        try await stored { () throws(DatabaseError) in
            try await database.query(RefundStatements.takeDue(atMost: count, hold: hold))
                .map(RefundStatements.due(from:))
        }
    }

    public func putOff(_ refund: RefundID, for pause: Duration?) async throws(StoreFailure) {
        try await repeated(RefundStatements.putOff(refund, for: pause))
    }

    public func note(_ finding: OpsFinding) async throws(StoreFailure) {
        try await repeated(FindingStatements.note(finding))
    }

    /// A write that may be done twice: after a lost answer it is simply done again.
    private func repeated(_ statement: SQL) async throws(StoreFailure) {
        _ = try await Settling().repeating { () throws(DatabaseError) in
            try await database.query(statement)
        }
    }
}
