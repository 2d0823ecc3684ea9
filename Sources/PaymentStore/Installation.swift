public import Payments
public import Postgres

/// The Stripe account and mode that a database belongs to.
public struct Installation: Hashable, Sendable {
    public let account: String
    /// `simulator`, `test` or `live`.
    public let mode: String

    public init(account: String, mode: String) {
        self.account = account
        self.mode = mode
    }

    /// Makes a new database this installation's.
    ///
    /// - Returns: whose it is now. If that is not `self`, the program must not work with it: every
    ///   stored answer would be another account's.
    public func claim(_ database: Database) async throws(StoreFailure) -> Installation {
        try await Settling().repeating { () throws(DatabaseError) in
            let rows = try await database.run([
                """
                INSERT INTO installation (account, mode) VALUES (\(account), \(mode))
                ON CONFLICT (id) DO NOTHING
                """,
                "SELECT account, mode FROM installation",
            ])
            guard let row = try rows[1].onlyRow() else { return self }
            return Installation(account: try row.string(0), mode: try row.string(1))
        }
    }
}
