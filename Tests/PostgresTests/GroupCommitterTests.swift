import EventLoop
import Postgres
import TestKit
import Testing

/// Many items, few commits, and no item pays for another.
@Suite struct GroupCommitterTests {
    private struct Item: Sendable {
        var number: Int64
        var key: String?
        var text = "fine"
    }

    /// Inserts items and answers with the transaction that did it.
    private func committer(_ database: Database, cap: Int = 128) -> GroupCommitter<Item, Int64> {
        GroupCommitter(
            database: database,
            cap: cap,
            conflicts: { item in item.key.map { [ConflictKey($0)] } ?? [] },
            statements: { items in
                [
                    """
                    INSERT INTO t (n, key, word)
                    SELECT * FROM unnest(\(items.map(\.number)), \(items.map(\.key)),
                        \(items.map(\.text)))
                    RETURNING n, transaction
                    """
                ]
            },
            answers: { (items, rows) throws(DatabaseError) in
                var transactions: [Int64: Int64] = [:]
                for row in rows[0] { transactions[try row.int64(0)] = try row.int64(1) }
                return items.map { item in
                    transactions[item.number].map { .success($0) }
                        ?? .failure(.decoding(reason: "no row"))
                }
            }
        )
    }

    private func createTable(_ database: Database) async throws {
        _ = try await database.query(
            """
            CREATE TABLE t (place bigserial, n bigint PRIMARY KEY, key text,
                word text CHECK (word <> 'poison'), transaction bigint DEFAULT txid_current())
            """
        )
    }

    private func submit(
        _ items: [Item],
        to committer: GroupCommitter<Item, Int64>
    ) async -> [Result<Int64, DatabaseError>] {
        await withTaskGroup(of: (Int, Result<Int64, DatabaseError>).self) { group in
            for (index, item) in items.enumerated() {
                group.addTask {
                    do throws(DatabaseError) {
                        return (index, .success(try await committer.submit(item)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var results = [Result<Int64, DatabaseError>?](repeating: nil, count: items.count)
            for await (index, result) in group { results[index] = result }
            return results.compactMap(\.self)
        }
    }

    @Test func manyItemsNeedFewCommits() async throws {
        try await withDatabase { database in
            try await createTable(database)
            let items = (0..<1000).map { Item(number: $0) }
            let results = await submit(items, to: committer(database))
            let transactions = try results.map { try $0.get() }
            #expect(transactions.count == 1000)
            #expect(Set(transactions).count < 100)
            let largest = Dictionary(grouping: transactions, by: \.self).values.map(\.count).max()
            #expect(largest ?? 0 <= 128)
            #expect(try await database.query("SELECT n FROM t").count == 1000)
        }
    }

    @Test func itemsThatShareAKeyAreNeverInOneGroupAndKeepTheirOrder() async throws {
        try await withDatabase { database in
            try await createTable(database)
            let items = (0..<120).map { Item(number: $0, key: "key \($0 % 6)") }
            let results = await submit(items, to: committer(database))
            let transactions = try results.map { try $0.get() }
            #expect(Set(transactions).count >= 20)
            let doubled = try await database.query(
                "SELECT 1 FROM t GROUP BY transaction, key HAVING count(*) > 1"
            )
            #expect(doubled.isEmpty)
            let disorder = try await database.query(
                """
                SELECT 1 FROM (SELECT n, lag(n) OVER (PARTITION BY key ORDER BY place) AS before
                    FROM t) AS x WHERE before > n
                """
            )
            #expect(disorder.isEmpty)
        }
    }

    @Test func poisonedItemsHurtOnlyThemselves() async throws {
        try await withDatabase { database in
            try await createTable(database)
            let items = (0..<Int64(200)).map { number in
                switch number {
                case 17, 150: Item(number: number, text: "poison")
                case 90: Item(number: number, text: "nul \0")
                case 91: Item(number: 92)
                default: Item(number: number)
                }
            }
            let results = await submit(items, to: committer(database))
            let failed = results.indices.filter { index in
                if case .failure = results[index] { true } else { false }
            }
            // Which of the two items with number 92 is first does not matter; one of them fails.
            #expect(failed.count == 4)
            #expect(Set([17, 90, 150]).isSubset(of: failed))
            #expect(results[17] == .failure(checkViolation(results[17])))
            #expect(try await database.query("SELECT n FROM t").count == 196)
        }
    }

    private func checkViolation(_ result: Result<Int64, DatabaseError>) -> DatabaseError {
        guard case .failure(let error) = result, error.sqlState == .checkViolation else {
            return .closed
        }
        return error
    }

    @Test func unknownOutcomeIsEveryItems() async throws {
        try await withDatabase {
            $0.connections = 1
        } _: { database in
            let killer = GroupCommitter<Int64, Int64>(
                database: database,
                conflicts: { _ in [] },
                statements: { _ in ["SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(1)"] },
                answers: { (items, _) throws(DatabaseError) in items.map { .success($0) } }
            )
            let errors = await withTaskGroup(of: DatabaseError?.self) { group in
                for item in 0..<Int64(10) {
                    group.addTask { await failure { try await killer.submit(item) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count == 10)
            #expect(errors.allSatisfy { $0?.isOutcomeUnknown == true })
            #expect(await killer.itemsInProgress == 0)
        }
    }

    @Test func conflictsAreTriedAgain() async throws {
        try await withDatabase { database in
            _ = try await database.run([
                "CREATE SEQUENCE tries",
                """
                CREATE FUNCTION fail_twice() RETURNS bigint LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('tries') <= 2 THEN RAISE SQLSTATE '40001'; END IF;
                    RETURN 7;
                END $$
                """,
            ])
            let committer = GroupCommitter<Int64, Int64>(
                database: database,
                conflicts: { _ in [] },
                statements: { _ in ["SELECT fail_twice()"] },
                answers: { (items, rows) throws(DatabaseError) in
                    let value = try rows[0][0].int64(0)
                    return items.map { _ in .success(value) }
                }
            )
            #expect(try await committer.submit(1) == 7)
        }
    }

    @Test func absentServerFailsAllItemsAtTheirDeadline() async throws {
        var configuration = DatabaseConfiguration(url: "postgresql:///x?host=/tmp/payonce-no-such")
        configuration.deadline = .milliseconds(300)
        try await withDatabase(configuration: configuration) { database in
            let committer = committer(database)
            let start = database.loop.now
            let results = await submit(
                (0..<1000).map { Item(number: $0, key: "same") },
                to: committer
            )
            #expect(results.count == 1000)
            for result in results {
                guard case .failure(let error) = result else {
                    Issue.record("success without a server")
                    return
                }
                #expect(error.hasNoEffect)
            }
            // Not one deadline after the other, which would be five minutes.
            #expect(database.loop.now - start < .seconds(60))
            // The last leave their lines just after the last has its answer.
            for _ in 0..<100 where await committer.itemsInProgress > 0 {
                try await database.loop.sleep(for: .milliseconds(50))
            }
            #expect(await committer.itemsInProgress == 0)
        }
    }
}
