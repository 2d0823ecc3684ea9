public import Payments
public import Postgres

/// The API keys in the database.
public struct APIKeyTable: Sendable {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    /// Writes a new key. Its id was drawn, so where it is there already that was this very write.
    public func add(
        id: String,
        role: String,
        name: String,
        digest: [UInt8]
    ) async throws(StoreFailure) {
        try await run(
            """
            INSERT INTO api_keys (id, role, name, digest)
            VALUES (\(id), \(role), \(name), \(digest))
            ON CONFLICT (id) DO NOTHING
            """
        )
    }

    /// From now on the key is refused. `false`: there is no such key.
    public func revoke(_ id: String) async throws(StoreFailure) -> Bool {
        try await !run(
            """
            UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = \(id)
            RETURNING id
            """
        ).isEmpty
    }

    /// The key, unless it was revoked.
    public func valid(_ id: String) async throws(StoreFailure) -> APIKeyRow? {
        try await rows(where: "id = \(id) AND revoked_at IS NULL").first
    }

    /// All keys, the oldest first.
    public func all() async throws(StoreFailure) -> [APIKeyRow] { try await rows(where: "true") }

    /// Notes a use, where none was noted within this minute.
    public func noteUse(of id: String) async throws(StoreFailure) {
        try await run(
            """
            UPDATE api_keys SET used_at = now()
            WHERE id = \(id) AND (used_at IS NULL OR used_at < now() - interval '1 minute')
            """
        )
    }

    private func rows(where condition: SQL) async throws(StoreFailure) -> [APIKeyRow] {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(
                """
                SELECT id, role, name, digest, created_at, revoked_at, used_at FROM api_keys
                WHERE \(condition) ORDER BY created_at, id
                """
            )
            return try rows.map(APIKeyTable.key(from:))
        }
    }

    private static func key(from row: Row) throws(DatabaseError) -> APIKeyRow {
        var columns = ColumnReader(row)
        return APIKeyRow(
            id: try columns.string(),
            role: try columns.string(),
            name: try columns.string(),
            digest: try columns.bytes(),
            times: APIKeyRow.Times(
                createdMicroseconds: try columns.unixMicroseconds(),
                revokedMicroseconds: try columns.optionalUnixMicroseconds(),
                usedMicroseconds: try columns.optionalUnixMicroseconds()
            )
        )
    }

    /// A write that may be done twice.
    @discardableResult
    private func run(_ statement: SQL) async throws(StoreFailure) -> Rows {
        try await Settling().repeating { () throws(DatabaseError) in
            try await database.query(statement)
        }
    }
}
