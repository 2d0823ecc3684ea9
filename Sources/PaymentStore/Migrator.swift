public import Postgres

/// Brings a database up to the program's migrations: forward only, each in a transaction of its own
/// together with the row that says so.
public struct Migrator: Sendable {
    private let database: Database
    private let migrations: [Migration]

    /// - Parameters:
    ///   - database: any; an empty one is as good as an old one.
    ///   - migrations: in ascending order of their numbers.
    public init(database: Database, migrations: [Migration]) {
        self.database = database
        self.migrations = migrations
    }

    /// Applies what is missing. Several migrators at once are safe: each waits for the one at work.
    ///
    /// - Returns: the names of those that this call applied.
    public func apply() async throws(MigrationFailure) -> [String] {
        try checkOrder()
        _ = try await transaction([.script(SQLScript(trusted: Migrator.table))], nil)
        var applied: [String] = []
        // A round is wasted where another migrator was first; there are as many as migrations.
        for _ in 0...migrations.count {
            let status = try await check()
            guard status.edited.isEmpty else { throw .edited(status.edited) }
            guard let next = migrations.first(where: { $0.name == status.missing.first }) else {
                break
            }
            if try await apply(next) { applied.append(next.name) }
        }
        return applied
    }

    /// Compares without changing anything; a database without any migration misses all of them.
    public func check() async throws(MigrationFailure) -> MigrationStatus {
        try checkOrder()
        var status = MigrationStatus()
        let known = try await appliedTexts()
        for migration in migrations {
            switch known[migration.name] {
            case nil: status.missing.append(migration.name)
            case true?: break
            case false?: status.edited.append(migration.name)
            }
        }
        let ours = Set(migrations.map(\.name))
        status.tooNew = known.keys.filter { !ours.contains($0) }.sorted()
        return status
    }

    private func checkOrder() throws(MigrationFailure) {
        let numbers = migrations.map { $0.name.prefix(4) }
        guard zip(numbers, numbers.dropFirst()).allSatisfy(<) else {
            throw .disordered(migrations.map(\.name))
        }
    }

    /// The names of what has been applied, and whether its text is the one that we know.
    private func appliedTexts() async throws(MigrationFailure) -> [String: Bool] {
        do throws(DatabaseError) {
            guard try await tableExists() else { return [:] }
            let rows = try await database.query(
                """
                SELECT a.name, coalesce(a.sha256 = sha256(convert_to(m.text, 'UTF8')), false)
                FROM schema_migrations a
                LEFT JOIN unnest(\(migrations.map(\.name)), \(migrations.map(\.text)))
                    AS m (name, text) ON m.name = a.name
                """
            )
            var texts: [String: Bool] = [:]
            for row in rows { texts[try row.string(0)] = try row.bool(1) }
            return texts
        } catch {
            throw .database(migration: nil, reason: "\(error)")
        }
    }

    private func tableExists() async throws(DatabaseError) -> Bool {
        let answer = try await database.query("SELECT to_regclass('schema_migrations') IS NOT NULL")
        return try answer.onlyRow()?.bool(0) ?? false
    }

    /// `false` where another migrator was first.
    private func apply(_ migration: Migration) async throws(MigrationFailure) -> Bool {
        try await transaction(
            [
                .script(SQLScript(trusted: Migrator.lock)),
                .statement(
                    """
                    INSERT INTO schema_migrations (name, sha256)
                    VALUES (\(migration.name), sha256(convert_to(\(migration.text), 'UTF8')))
                    """
                ),
                .script(SQLScript(trusted: migration.text)),
            ],
            migration.name
        )
    }

    private func transaction(
        _ steps: [TransactionStep],
        _ migration: String?
    ) async throws(MigrationFailure) -> Bool {
        do {
            _ = try await database.transaction(steps)
            return true
        } catch {
            // The other one's row: it was there first, and `check` sees it now.
            if error.sqlState == .uniqueViolation { return false }
            throw .database(migration: migration, reason: "\(error)")
        }
    }

    private static let table = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            name text COLLATE "C" PRIMARY KEY,
            sha256 bytea NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now()
        )
        """

    /// A lock of the transaction, not of the session: it works through a pooler and ends with it.
    private static let lock = "LOCK TABLE schema_migrations IN SHARE ROW EXCLUSIVE MODE"
}
