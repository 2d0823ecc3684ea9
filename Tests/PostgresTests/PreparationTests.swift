import EventLoop
import TestKit
import Testing

@testable import Postgres

/// Statements are prepared once for each connection, and where that gets lost nobody notices.
@Suite struct PreparationTests {
    @Test func statementsArePreparedOnceForEachConnection() async throws {
        try await withDatabase {
            $0.connections = 1
        } _: { database in
            for number in 0..<5 as Range<Int64> {
                let rows = try await database.query("SELECT \(number) + 1")
                #expect(try rows.onlyRow()?.int64(0) == number + 1)
            }
            let prepared = try await database.query(
                "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT $1 + 1'"
            )
            #expect(try prepared.onlyRow()?.int64(0) == 1)
        }
    }

    /// One text with parameters of another type is another statement.
    @Test func typesBelongToTheStatement() async throws {
        try await withDatabase { database in
            let number = try await database.query("SELECT \(Int64(7))")
            let text = try await database.query("SELECT \("seven")")
            #expect(try number.onlyRow()?.int64(0) == 7)
            #expect(try text.onlyRow()?.string(0) == "seven")
        }
    }

    /// DB06: a pooler in transaction mode hands over to a server that has prepared nothing: the group
    /// that finds out is sent again, takes effect once, and from then on nothing is prepared.
    @Test func lostPreparationIsNoRefusal() async throws {
        try await withDatabase {
            $0.connections = 1
        } _: { database in
            _ = try await database.query("CREATE TABLE t (n bigint)")
            _ = try await database.query("INSERT INTO t VALUES (\(Int64(1)))")
            _ = try await database.query("DEALLOCATE ALL")
            #expect(await database.preparesStatements)
            _ = try await database.run([
                "INSERT INTO t VALUES (2)", "INSERT INTO t VALUES (\(Int64(3)))",
            ])
            #expect(await !database.preparesStatements)
            let rows = try await database.query("SELECT n FROM t ORDER BY n")
            #expect(try rows.map { try $0.int64(0) } == [1, 2, 3])
        }
    }

    /// The other way round: the server handed over to has a statement of that name already.
    @Test func nameThatIsTakenIsNoRefusal() async throws {
        try await withDatabase {
            $0.connections = 1
        } _: { database in
            let mine = try await database.query("SELECT name FROM pg_prepared_statements")
            let first = try #require(try mine.onlyRow()?.string(0))
            // Statements are numbered; the one that takes the name is the second.
            let third = "\(first.dropLast(1))2"
            _ = try await database.run([
                SQL(pieces: ["PREPARE \(third) AS SELECT 2"], parameters: .init())
            ])
            let rows = try await database.query("SELECT 3::bigint")
            #expect(try rows.onlyRow()?.int64(0) == 3)
            #expect(await !database.preparesStatements)
        }
    }

    /// A migration that changes a column's type under a running program.
    @Test func changedColumnIsNoRefusal() async throws {
        try await withDatabase {
            $0.connections = 1
        } _: { database in
            _ = try await database.run(["CREATE TABLE t (n bigint)", "INSERT INTO t VALUES (1)"])
            #expect(try await database.query("SELECT n FROM t").onlyRow()?.int64(0) == 1)
            _ = try await database.query("ALTER TABLE t ALTER COLUMN n TYPE text")
            #expect(try await database.query("SELECT n FROM t").onlyRow()?.string(0) == "1")
        }
    }

    /// A refusal for the statement's own sake says so at once, and costs no preparation.
    @Test func otherRefusalsStand() async throws {
        try await withDatabase { database in
            let error = await failure { try await database.query("SELECT \(Int64(1)) / 0") }
            #expect(error?.sqlState == .divisionByZero)
            #expect(await database.preparesStatements)
        }
    }

    @Test func thereIsABound() {
        let names = StatementNames(prefix: "p")
        let made = (0..<StatementNames.limit + 5).map { names.name(of: "SELECT \($0)", []) }
        #expect(Set(made.compactMap(\.self)).count == StatementNames.limit)
        #expect(made.last == .some(nil))
        #expect(names.name(of: "SELECT 0", []) == "p_0")
        names.giveUp()
        #expect(names.name(of: "SELECT 0", []) == nil)
    }
}
