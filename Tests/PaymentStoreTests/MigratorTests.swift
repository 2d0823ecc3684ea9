import PaymentStore
import Postgres
import TestKit
import Testing

@Suite struct MigratorTests {
    private static let texts = [
        ("0001_first", "CREATE TABLE one (n bigint); INSERT INTO one VALUES (1)"),
        ("0002_second", "CREATE TABLE two (n bigint)"),
        ("0003_third", "ALTER TABLE two ADD COLUMN m bigint"),
    ]

    @Test func appliesWhatIsMissingOnceAndInOrder() async throws {
        try await withDatabase { database in
            let all = try migrations()
            let old = Migrator(database: database, migrations: Array(all.prefix(1)))
            #expect(try await old.check().missing == ["0001_first"])
            #expect(try await old.apply() == ["0001_first"])
            let new = Migrator(database: database, migrations: all)
            #expect(try await new.check().missing == ["0002_second", "0003_third"])
            #expect(try await new.apply() == ["0002_second", "0003_third"])
            #expect(try await new.apply() == [])
            #expect(try await new.check() == MigrationStatus())
            #expect(try await old.check().tooNew == ["0002_second", "0003_third"])
            #expect(try await old.check().isUsable)
        }
    }

    @Test func refusesAnEditedMigration() async throws {
        try await withDatabase { database in
            let all = try migrations()
            _ = try await Migrator(database: database, migrations: Array(all.prefix(2))).apply()
            let edited = try #require(Migration(name: "0002_second", text: "SELECT 1"))
            let migrator = Migrator(database: database, migrations: [all[0], edited, all[2]])
            #expect(try await migrator.check().edited == ["0002_second"])
            #expect(try await !migrator.check().isUsable)
            await #expect(throws: MigrationFailure.edited(["0002_second"])) {
                try await migrator.apply()
            }
            #expect(try await migrator.check().missing == ["0003_third"])
        }
    }

    @Test func aBadMigrationLeavesNothingBehind() async throws {
        try await withDatabase { database in
            let bad = try #require(
                Migration(name: "0002_bad", text: "CREATE TABLE two (n bigint); SELECT nonsense")
            )
            let migrator = Migrator(database: database, migrations: [try migrations()[0], bad])
            do throws(MigrationFailure) {
                _ = try await migrator.apply()
                Issue.record("applied")
            } catch {
                guard case .database(migration: "0002_bad", _) = error else {
                    Issue.record("\(error)")
                    return
                }
            }
            #expect(try await migrator.check().missing == ["0002_bad"])
            let tables = try await database.query("SELECT to_regclass('two') IS NULL")
            #expect(try tables.onlyRow()?.bool(0) == true)
        }
    }

    @Test func severalMigratorsApplyEachOnce() async throws {
        try await withDatabase { database in
            let migrator = Migrator(database: database, migrations: try migrations())
            let applied = try await atOnce(6) { _ in try await migrator.apply() }
            #expect(
                applied.flatMap(\.self).sorted() == ["0001_first", "0002_second", "0003_third"]
            )
            let rows = try await database.query("SELECT count(*) FROM one")
            #expect(try rows.onlyRow()?.int64(0) == 1)
        }
    }

    @Test func refusesAListOutOfOrder() async throws {
        try await withDatabase { database in
            let all = try migrations()
            let migrator = Migrator(database: database, migrations: [all[1], all[0]])
            await #expect(throws: MigrationFailure.disordered(["0002_second", "0001_first"])) {
                try await migrator.apply()
            }
        }
    }

    @Test(arguments: ["", "0001", "0001_", "001_a", "0001-a", "0001_A", "0001_a.sql", "a001_a"])
    func aNameIsFourDigitsAndWords(_ name: String) {
        #expect(Migration(name: name, text: "") == nil)
    }

    private func migrations() throws -> [Migration] {
        try Self.texts.map { try #require(Migration(name: $0, text: $1)) }
    }
}
