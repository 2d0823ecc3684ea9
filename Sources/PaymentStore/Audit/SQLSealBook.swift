public import Audit
public import Payments
public import Postgres

/// Seals in PostgreSQL.
public struct SQLSealBook: SealBook {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    public func horizon(age: Duration) async throws(StoreFailure) -> Int64 {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(SealStatements.horizon(age: age))
            return try rows.onlyRow()?.int64(0) ?? .min
        }
    }

    /// After a lost answer the seal may stand, and then nobody logs it; the next one carries its
    /// hash.
    public func sealNext(before horizon: Int64) async throws(StoreFailure) -> Seal? {
        try await stored { () throws(DatabaseError) in
            try await database.query(SealStatements.sealNext(before: horizon)).onlyRow()
                .map(SealStatements.seal)
        }
    }
}
