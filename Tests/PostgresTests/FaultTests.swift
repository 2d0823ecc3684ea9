import EventLoop
import Postgres
import TestKit
import Testing

/// Connections and servers that die, at every moment at which it matters.
@Suite struct FaultTests {
    @Test func killedBackendLeavesTheOutcomeUnknownAndIsReplaced() async throws {
        try await withDatabase { database in
            _ = try await database.query("CREATE TABLE t (n bigint)")
            let error = await failure {
                try await database.run([
                    "INSERT INTO t VALUES (1)",
                    "SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(1)",
                ])
            }
            #expect(error?.isOutcomeUnknown == true)
            #expect(error?.hasNoEffect == false)
            for _ in 0..<10 {
                #expect(try await database.query("SELECT n FROM t").isEmpty)
            }
        }
    }

    /// The server goes down with statements under way and comes back: nothing is reported as done
    /// that is not, and the same `Database` goes on.
    @Test(arguments: ["fast", "immediate"]) func serverRestart(mode: String) async throws {
        let server = try PostgresServer.start()
        defer { server.remove() }
        try await withDatabase(server: server) {
            $0.deadline = .seconds(20)
        } _: { database in
            _ = try await database.query("CREATE TABLE t (n bigint PRIMARY KEY)")
            let writer = Task(executorPreference: database.loop) {
                var sure: [Int64] = []
                var doubtful: [Int64] = []
                for number in 0..<Int64(4000) {
                    let error = await failure {
                        try await database.query("INSERT INTO t VALUES (\(number))")
                    }
                    if error == nil { sure.append(number) }
                    // Mostly unknown. A server that is shot just after a commit says farewell with
                    // a warning, which may count as the commit's: not durable is no false promise.
                    if let error, !error.hasNoEffect { doubtful.append(number) }
                }
                return (sure, doubtful)
            }
            try await database.loop.sleep(for: .milliseconds(100))
            try await offLoop { try server.stop(mode: mode) }
            try await offLoop { try server.start() }
            let (sure, doubtful) = await writer.value
            let present = try await database.query("SELECT n FROM t ORDER BY n")
                .map { row throws(DatabaseError) in try row.int64(0) }
            #expect(!sure.isEmpty)
            // Only what was with the server when it went, a few times while it went and came.
            #expect(doubtful.count <= 8)
            #expect(Set(sure).isSubset(of: present))
            #expect(Set(present).isSubset(of: sure + doubtful))
        }
    }

    /// SIGKILL of the whole server between the send and the answer.
    @Test func killedServerNeverMeansSuccess() async throws {
        let server = try PostgresServer.start()
        defer { server.remove() }
        try await withDatabase(server: server) {
            $0.deadline = .seconds(60)
            $0.statementTimeout = .seconds(300)
            $0.answerTimeout = .seconds(300)
        } _: { database in
            _ = try await database.query("CREATE TABLE t (n bigint)")
            // The second statement outlasts the server, so the commit is never reached.
            async let lost = failure {
                try await database.run(["INSERT INTO t VALUES (1)", "SELECT pg_sleep(300)"])
            }
            while try await database.query(
                "SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(300)%'"
            ).isEmpty {}
            try await offLoop { try server.kill9() }
            #expect(await lost?.isOutcomeUnknown == true)
            try await offLoop { try server.start() }
            #expect(try await database.query("SELECT n FROM t").isEmpty)
        }
    }

    @Test func absentServerIsNotConnectedAfterTheDeadline() async throws {
        var configuration = DatabaseConfiguration(
            url: "postgresql://someone:s3cr3t%21word@/db?host=/tmp/payonce-no-such-folder"
        )
        configuration.deadline = .milliseconds(300)
        try await withDatabase(configuration: configuration) { database in
            let start = database.loop.now
            let error = await failure { try await database.query("SELECT 1") }
            guard case .notConnected(let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(database.loop.now - start >= .milliseconds(300))
            #expect(reason.contains("payonce-no-such-folder"))
            #expect(!reason.contains("s3cr3t"))
            #expect(await database.isConnected == false)
            #expect(await database.isWritable(deadline: .milliseconds(10)) == false)
        }
    }

    @Test func deadHostIsPassedOver() async throws {
        let server = try PostgresServer.shared
        guard !server.socketDirectory.isEmpty else { return }
        let url = try server.createDatabase().replacing(
            "host=",
            with: "host=/tmp/payonce-no-such-folder,"
        )
        try await withDatabase(configuration: DatabaseConfiguration(url: DatabaseURL(url))) {
            #expect(await $0.isWritable(deadline: .seconds(30)))
        }
    }

    @Test func readOnlyServerIsRefused() async throws {
        let server = try PostgresServer.start(configuration: ["default_transaction_read_only = on"])
        defer { server.remove() }
        var configuration = DatabaseConfiguration(
            url: DatabaseURL(server.url(database: "postgres"))
        )
        configuration.deadline = .milliseconds(500)
        try await withDatabase(configuration: configuration) { database in
            let error = await failure { try await database.query("SELECT 1") }
            guard case .notConnected(let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.contains("read-only"))
        }
    }

    /// A primary that became read-only under an open connection is left for another.
    @Test func connectionThatTurnedReadOnlyIsReplaced() async throws {
        try await withDatabase {
            $0.connections = 1
        } _: { database in
            let first = try await backend(of: database)
            let error = await failure {
                try await database.run([
                    "SET TRANSACTION READ ONLY", "CREATE TABLE t (n bigint)",
                ])
            }
            #expect(error?.sqlState == .readOnlyTransaction)
            #expect(try await backend(of: database) != first)
        }
    }

    @Test func connectionLostWhileIdleIsReplacedUnnoticed() async throws {
        try await withDatabase {
            $0.connections = 1
        } _: { database in
            let first = try await backend(of: database)
            let url = try PostgresServer.shared.url(database: "postgres")
            _ = try await offLoop {
                try PostgresServer.sql("SELECT pg_terminate_backend(\(first), 5000)", url: url)
            }
            #expect(try await backend(of: database) != first)
        }
    }

    /// A server that stopped answering without closing its sockets.
    @Test func silentServerIsGivenUp() async throws {
        try await withDatabase {
            $0.answerTimeout = .milliseconds(200)
            $0.connections = 1
        } _: { database in
            let error = await failure { try await database.query("SELECT pg_sleep(2)") }
            #expect(error?.isOutcomeUnknown == true)
            #expect(await database.isWritable(deadline: .seconds(30)))
        }
    }

    @Test func unreadableURLIsRefusedWithoutQuotingIt() async throws {
        let loop = try Loop.start()
        defer { loop.stop() }
        let url = "postgresql://someone:s3cr3tword@host/db?nonsense=1"
        let configuration = DatabaseConfiguration(url: DatabaseURL(url))
        #expect("\(configuration)".contains("s3cr3tword") == false)
        let database = Database(loop: loop, configuration: configuration)
        let error = await failure { try await database.start() }
        #expect("\(String(describing: error))".contains("s3cr3tword") == false)
        #expect(error?.hasNoEffect == true)
    }

    private func backend(of database: Database) async throws -> Int64 {
        try #require(try await database.query("SELECT pg_backend_pid()").onlyRow()).int64(0)
    }
}

/// Runs what blocks beside the loop.
private func offLoop<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await Task.detached(executorPreference: globalConcurrentExecutor) { try body() }.value
}
