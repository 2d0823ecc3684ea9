public import Payments
public import Postgres

/// The outbox in PostgreSQL.
public struct SQLFulfillmentStore: FulfillmentStore {
    private let database: Database
    private let acknowledgements: GroupCommitter<AcknowledgementWrite, Acknowledgement>

    public init(database: Database) {
        self.database = database
        acknowledgements = GroupCommitter(
            database: database,
            conflicts: \.conflicts,
            statements: FulfillmentStatements.acknowledge,
            answers: FulfillmentStatements.answers
        )
    }

    /// After a lost answer what was taken is due again when the hold is over.
    public func takeDue(atMost count: Int) async throws(StoreFailure) -> [OpenFulfillment] {
        try await read(FulfillmentStatements.takeDue(atMost: count))
    }

    public func acknowledge(
        _ id: FulfillmentID,
        answer: String?
    ) async throws(StoreFailure) -> Acknowledgement {
        let write = AcknowledgementWrite(id: id, answer: answer)
        return try await Settling().repeating { () throws(DatabaseError) in
            try await acknowledgements.submit(write)
        }
    }

    public func postpone(
        _ id: FulfillmentID,
        for pause: Duration,
        because reason: String
    ) async throws(StoreFailure) {
        _ = try await Settling().repeating { () throws(DatabaseError) in
            try await database.query(FulfillmentStatements.postpone(id, for: pause, reason))
        }
    }

    public func open(
        after id: FulfillmentID?,
        atMost count: Int
    ) async throws(StoreFailure) -> [OpenFulfillment] {
        try await read(FulfillmentStatements.open(after: id, atMost: count))
    }

    private func read(_ statement: SQL) async throws(StoreFailure) -> [OpenFulfillment] {
        try await stored { () throws(DatabaseError) in
            try await database.query(statement).map(FulfillmentStatements.open(from:))
        }
    }
}
