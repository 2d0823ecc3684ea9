import PaymentStore
import Postgres

/// `payonce migrate`: brings the database to the schema of this program.
enum MigrateCommand {
    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, bare: ["--check"])
        try arguments.expectNoMore()
        let isCheck = arguments.has("--check")
        return try await Work.withDatabase { database throws(Failure) in
            if isCheck { return try await check(database) }
            for name in try await apply(database) { Console.say("applied \(name)") }
            Console.say("The database is up to date.")
            return 0
        }
    }

    /// The names of what was missing.
    static func apply(_ database: Database) async throws(Failure) -> [String] {
        do throws(MigrationFailure) {
            return try await Migrator(database: database, migrations: Landed.migrations).apply()
        } catch {
            throw Failure("The database could not be brought up to date: \(error).")
        }
    }

    private static func check(_ database: Database) async throws(Failure) -> Int32 {
        let status: MigrationStatus
        do throws(MigrationFailure) {
            status = try await Migrator(database: database, migrations: Landed.migrations).check()
        } catch {
            throw Failure("The database's schema cannot be read: \(error).")
        }
        for name in status.missing { Console.say("missing: \(name)") }
        for name in status.edited { Console.say("edited since it was applied: \(name)") }
        for name in status.tooNew { Console.say("newer than this program: \(name)") }
        if status.isUsable { Console.say("The database is up to date.") }
        return status.isUsable ? 0 : 1
    }
}
