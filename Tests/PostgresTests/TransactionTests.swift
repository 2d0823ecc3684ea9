import Postgres
import TestKit
import Testing

/// Scripts and statements in one explicit transaction, as migrations need it.
@Suite struct TransactionTests {
    @Test func scriptAndStatementsCommitTogether() async throws {
        try await withDatabase { database in
            let rows = try await database.transaction([
                .script(
                    SQLScript(
                        trusted: "CREATE TABLE a (n int);\n-- why; not\nCREATE TABLE b (n int);"
                    )
                ),
                .statement("INSERT INTO a VALUES (\(1 as Int32)) RETURNING n"),
                .script(SQLScript(trusted: "-- nothing")),
                .statement("SELECT txid_current() IS NOT NULL"),
            ])
            #expect(rows.map(\.count) == [1, 1])
            #expect(try rows[0].onlyRow()?.int64(0) == 1)
            #expect(try await database.query("SELECT n FROM a").count == 1)
        }
    }

    @Test(arguments: [
        "CREATE TABLE b (n int); SELECT 1/0",
        "CREATE TABLE b (n int); CREATE TABLE b (n int)",
        "this is no SQL",
    ]) func refusedStepRollsAllBack(script: String) async throws {
        try await withDatabase { database in
            let error = await failure {
                try await database.transaction([
                    .script(SQLScript(trusted: "CREATE TABLE a (n int)")),
                    .script(SQLScript(trusted: script)),
                ])
            }
            #expect(error?.sqlState != nil)
            let tables = try await database.query(
                "SELECT to_regclass('a')::text, to_regclass('b')::text"
            )
            #expect(try tables[0].optionalString(0) == nil)
            #expect(try tables[0].optionalString(1) == nil)
        }
    }

    /// DB07: the connection is good for the next one.
    @Test func refusalOfTheCommitRollsAllBack() async throws {
        try await withDatabase { database in
            let script = """
                CREATE TABLE parent (n int PRIMARY KEY);
                CREATE TABLE child (n int REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
                INSERT INTO child VALUES (1);
                """
            let error = await failure {
                try await database.transaction([.script(SQLScript(trusted: script))])
            }
            #expect(error?.sqlState == .foreignKeyViolation)
            let tables = try await database.query("SELECT to_regclass('child')::text")
            #expect(try tables[0].optionalString(0) == nil)
        }
    }

    @Test func scriptThatEndsItsTransactionIsNoticed() async throws {
        try await withDatabase { database in
            let error = await failure {
                try await database.transaction([.script(SQLScript(trusted: "COMMIT; SELECT 1"))])
            }
            #expect(error?.isOutcomeUnknown == true)
        }
    }

    @Test func lostConnectionBeforeTheCommitHasNoEffect() async throws {
        try await withDatabase { database in
            let script = "CREATE TABLE a (n int); SELECT pg_terminate_backend(pg_backend_pid())"
            let error = await failure {
                try await database.transaction([.script(SQLScript(trusted: script))])
            }
            #expect(error?.hasNoEffect == true)
            let tables = try await database.query("SELECT to_regclass('a')::text")
            #expect(try tables[0].optionalString(0) == nil)
        }
    }
}
