import EventLoop
import Postgres
import TestKit
import Testing

/// A group is one transaction, and says precisely what became of it.
@Suite struct GroupTests {
    @Test func groupIsOneTransaction() async throws {
        try await withDatabase { database in
            let results = try await database.run([
                "CREATE TABLE t (n bigint, transaction bigint DEFAULT txid_current())",
                "INSERT INTO t VALUES (\(1))",
                "INSERT INTO t SELECT unnest(\([2, 3] as [Int64]))",
                "SELECT n FROM t ORDER BY n",
                "SELECT count(DISTINCT transaction) FROM t",
            ])
            #expect(results.map(\.affectedRows) == [0, 1, 2, 3, 1])
            #expect(try results[3].map { try $0.int64(0) } == [1, 2, 3])
            #expect(try results[4].onlyRow()?.int64(0) == 1)
            let rows = try await database.query("SELECT n FROM t")
            #expect(rows.count == 3)
        }
    }

    @Test func refusedStatementRollsTheWholeGroupBack() async throws {
        try await withDatabase { database in
            _ = try await database.query("CREATE TABLE t (n bigint PRIMARY KEY)")
            let error = await failure {
                try await database.run([
                    "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)",
                    "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (3)",
                ])
            }
            #expect(error?.sqlState == .uniqueViolation)
            #expect(error?.hasNoEffect == true)
            #expect(try await database.query("SELECT n FROM t").isEmpty)
        }
    }

    /// A refusal that comes with the commit itself, after every statement said that it was fine.
    @Test func refusalOfTheCommitIsARefusal() async throws {
        try await withDatabase { database in
            _ = try await database.run([
                "CREATE TABLE parent (n bigint PRIMARY KEY)",
                """
                CREATE TABLE child
                    (n bigint REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
                """,
            ])
            let error = await failure { try await database.query("INSERT INTO child VALUES (1)") }
            #expect(error?.sqlState == .foreignKeyViolation)
            #expect(try await database.query("SELECT n FROM child").isEmpty)
        }
    }

    @Test func manyGroupsAtOnceKeepTheirAnswers() async throws {
        try await withDatabase { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let rows = try await database.run(["SELECT \(number)", "SELECT \(-number)"])
                        #expect(try rows[0].onlyRow()?.int64(0) == Int64(number))
                        #expect(try rows[1].onlyRow()?.int64(0) == Int64(-number))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func bigGroupsNeitherBlockNorBreak() async throws {
        try await withDatabase { database in
            // More than the sockets' buffers hold, in both directions at once.
            let text = String(repeating: "x", count: 1_000_000)
            let rows = try await database.run(Array(repeating: "SELECT \(text)", count: 20))
            #expect(rows.count == 20)
            let texts = try rows.map { try $0.onlyRow()?.string(0) }
            #expect(Set(texts) == [text])
        }
    }

    @Test func emptyGroupAsksNothing() async throws {
        try await withDatabase { database in
            let rows = try await database.run([])
            #expect(rows.isEmpty)
        }
    }

    @Test func fragmentsAreJoinedWithTheirParameters() async throws {
        try await withDatabase { database in
            var sql = SQL("SELECT \(1)::bigint")
            sql += ", \("two")"
            let condition: SQL = "\(true) AND \(3) > \(2)"
            let row = try await database.query(sql + " WHERE \(condition)").onlyRow()
            #expect(try row?.int64(0) == 1)
            #expect(try row?.string(1) == "two")
            #expect("\(sql)" == "SELECT $1::bigint, $2")
        }
    }

    @Test func wrongExpectationsAreTypedErrors() async throws {
        try await withDatabase { database in
            let rows = try await database.query(
                """
                SELECT 1::bigint, 'a'::text, NULL::text, 1.5::numeric, now(), 'infinity'::timestamptz
                """
            )
            let row = try #require(try rows.onlyRow())
            let wrong: [() throws -> Any] = [
                { try row.string(0) }, { try row.int64(1) }, { try row.string(2) },
                { try row.bool(0) }, { try row.bytes(1) }, { try row.double(3) },
                { try row.int64(6) }, { try row.int64(-1) }, { try row.unixMicroseconds(5) },
            ]
            for (index, access) in wrong.enumerated() {
                #expect(throws: DatabaseError.self, "access \(index)") { _ = try access() }
            }
            #expect(try row.optionalString(2) == nil)
            #expect(try row.unixMicroseconds(4) > 1_700_000_000_000_000)
        }
    }

    @Test func timesAndDocumentsAreRead() async throws {
        try await withDatabase { database in
            let row = try #require(
                try await database.query(
                    """
                    SELECT '2026-01-02 03:04:05.678901+00'::timestamptz, '1969-12-31Z'::timestamptz,
                        '{"a":1}'::jsonb, '{"b" : 2}'::json, 'x'::varchar, 'y'::char(3)
                    """
                )
                .onlyRow()
            )
            #expect(try row.unixMicroseconds(0) == 1_767_323_045_678_901)
            #expect(try row.unixMicroseconds(1) == -86_400_000_000)
            #expect(try row.string(2) == #"{"a": 1}"#)
            #expect(try row.string(3) == #"{"b" : 2}"#)
            #expect(try row.string(4) == "x")
            #expect(try row.string(5) == "y  ")
        }
    }

    @Test func sessionsAreSetUp() async throws {
        try await withDatabase { database in
            let row = try #require(
                try await database.query(
                    """
                    SELECT current_setting('plan_cache_mode'), current_setting('statement_timeout'),
                        current_setting('application_name'), current_setting('client_encoding'),
                        current_setting('synchronous_commit'),
                        current_setting('default_transaction_isolation'),
                        current_setting('idle_in_transaction_session_timeout')
                    """
                )
                .onlyRow()
            )
            let settings = try (0..<7).map { try row.string($0) }
            #expect(
                settings == [
                    "force_custom_plan", "5s", "payonce", "UTF8", "on", "read committed", "10s",
                ]
            )
        }
    }

    @Test func statementTimeoutIsARefusal() async throws {
        try await withDatabase {
            $0.statementTimeout = .milliseconds(50)
        } _: { database in
            let error = await failure { try await database.query("SELECT pg_sleep(5)") }
            #expect(error?.sqlState == .queryCanceled)
            #expect(await database.isWritable())
        }
    }

    /// The loop is free while the server works.
    @Test func loopKeepsItsBeatDuringALongStatement() async throws {
        try await withDatabase { database in
            _ = try await database.query("SELECT 1")
            let loop = database.loop
            async let sleeping = database.query("SELECT pg_sleep(3)")
            var longest = Duration.zero
            let end = loop.now + .seconds(3)
            while loop.now < end {
                let start = loop.now
                try await loop.sleep(for: .milliseconds(10))
                longest = max(longest, loop.now - start)
            }
            _ = try await sleeping
            // A loop that waited for the server would have stood still for three seconds.
            #expect(longest < .seconds(2))
        }
    }

    @Test func busyConnectionsAreADeadlineAndNothingSent() async throws {
        try await withDatabase {
            $0.connections = 1
        } _: { database in
            _ = try await database.query("CREATE TABLE t (n bigint)")
            async let sleeping = database.query("SELECT pg_sleep(4)")
            // Until the sleep has the connection.
            var error: DatabaseError?
            while error == nil {
                error = await failure {
                    try await database.query("SELECT 1", deadline: .milliseconds(50))
                }
            }
            error = await failure {
                try await database.query("INSERT INTO t VALUES (1)", deadline: .milliseconds(50))
            }
            #expect(error == .deadlineExceeded)
            _ = try await sleeping
            #expect(try await database.query("SELECT n FROM t").isEmpty)
        }
    }

    @Test func queueIsBounded() async throws {
        try await withDatabase {
            $0.connections = 1
            $0.queueLimit = 3
        } _: { database in
            _ = try await database.query("SELECT 1")
            let errors = await withTaskGroup(of: DatabaseError?.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        await failure { try await database.query("SELECT pg_sleep(0.1)") }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == .queueFull } == 6)
            #expect(errors.count { $0 == nil } == 4)
        }
    }

    @Test func closedDatabaseRefuses() async throws {
        try await withDatabase { database in
            async let running = database.query("SELECT pg_sleep(0.2)")
            _ = try await database.query("SELECT 1")
            await database.close()
            _ = try await running
            #expect(await failure { try await database.query("SELECT 1") } == .closed)
        }
    }
}
