import EventLoop
import Postgres
import TestKit
import Testing

/// A server that waits for a standby which never answers: every commit hangs between being written
/// and being acknowledged, the moment at which things go wrong.
@Suite(.serialized) struct DurabilityTests {
    /// Cutting the wait short makes the server acknowledge with a warning.
    @Test(arguments: [false, true]) func cutStandbyWaitIsNotDurable(explicit: Bool) async throws {
        let error = try await commitIntoTheWait(explicit: explicit) { "pg_cancel_backend(\($0))" }
        guard case .notDurable(let message) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.contains("canceling wait for synchronous replication"))
    }

    /// Killing the backend there loses the acknowledgement of a commit that took place.
    @Test(arguments: [false, true]) func lostAcknowledgementIsUnknown(explicit: Bool) async throws {
        let error = try await commitIntoTheWait(explicit: explicit) {
            "pg_terminate_backend(\($0))"
        }
        #expect(error?.isOutcomeUnknown == true)
    }

    /// Warnings of statements are theirs, and do not make a commit doubtful.
    @Test func warningOfAStatementIsNoWarningOfTheCommit() async throws {
        try await withDatabase { database in
            _ = try await database.run([
                "DO $$ BEGIN RAISE WARNING 'only so'; END $$", "SELECT 1",
                "DO $$ BEGIN RAISE WARNING 'only so'; END $$",
            ])
        }
    }

    /// Commits a row, does something to the backend that waits, and checks that the row is there.
    private func commitIntoTheWait(
        explicit: Bool,
        _ fault: @escaping @Sendable (String) -> String
    ) async throws -> DatabaseError? {
        let server = try PostgresServer.start()
        defer { server.remove() }
        return try await withDatabase(server: server) { database in
            _ = try await database.query("CREATE TABLE t (n bigint)")
            try ask(server, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            try ask(server, "SELECT pg_reload_conf()")
            try await waitUntil(database.loop) {
                try ask(server, "SHOW synchronous_standby_names") == "nobody"
            }
            async let outcome = failure {
                if explicit {
                    _ = try await database.transaction([.statement("INSERT INTO t VALUES (1)")])
                } else {
                    _ = try await database.query("INSERT INTO t VALUES (1)")
                }
            }
            let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            try await waitUntil(database.loop) {
                try ask(server, "SELECT count(*) \(waiting)") == "1"
            }
            try ask(server, "SELECT \(fault("pid")) \(waiting)")
            let error = await outcome
            #expect(try await database.query("SELECT n FROM t").count == 1)
            return error
        }
    }

    @discardableResult
    private func ask(_ server: PostgresServer, _ statement: String) throws -> String {
        try server.sql(statement, database: "postgres")
    }

    private func waitUntil(_ loop: Loop, _ condition: () throws -> Bool) async throws {
        for _ in 0..<100 {
            if try condition() { return }
            try await loop.sleep(for: .milliseconds(50))
        }
        Issue.record("waited in vain")
    }
}
