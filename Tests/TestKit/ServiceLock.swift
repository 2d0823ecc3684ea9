import Foundation

/// A session of another program that holds a table, so that the service cannot write it.
public final class ServiceLock: Sendable {
    private let name: String
    private let database: ServiceDatabase

    /// Takes the lock; returns when it is held.
    public init(on table: String, of database: ServiceDatabase) async throws {
        let name = "lock-\(UUID())"
        self.name = name
        self.database = database
        let thread = Thread {
            let text = """
                SET application_name = '\(name)'; BEGIN;
                LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)
                """
            do {
                _ = try PostgresServer.sql(text, url: database.url)
            } catch {
                // Ended by `release`.
            }
        }
        thread.start()
        try await wait(
            """
            SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
            WHERE a.application_name = '\(name)' AND l.granted AND l.mode = 'AccessExclusiveLock'
            AND l.relation = '\(table)'::regclass
            """
        )
    }

    /// Waits until somebody else wants to write the table and cannot.
    public func waitForVictim() async throws {
        try await wait(
            """
            SELECT count(*) FROM pg_locks WHERE NOT granted AND relation IS NOT NULL
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        )
    }

    public func release() async throws {
        _ = try await database.sql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = '\(name)'
            """
        )
        try await wait(
            """
            SELECT (count(*) = 0)::int FROM pg_stat_activity WHERE application_name = '\(name)'
            """
        )
    }

    private func wait(_ count: String) async throws {
        let found = try await eventually { () async throws -> String? in
            let text = try await database.sql(count)
            return text == "0" ? nil : text
        }
        guard found != nil else {
            throw ProcessFailure.silent(program: "the lock \(name)", output: count)
        }
    }
}
