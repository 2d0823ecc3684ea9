import Foundation
import PaymentStore
import Postgres
import TestKit
import Testing

/// An empty, migrated database and a repository over it.
struct Store: Sendable {
    let url: String
    let database: Database
    let repository: SQLPaymentRepository

    /// A server for the tests of this module. It does not wait for the disk: what these tests ask
    /// is who sees what, and many databases are made.
    static let server = Result { try PostgresServer.start(configuration: ["fsync = off"]) }

    /// Patient, because all tests run at the same time, perhaps beside a build.
    static func configuration(_ url: String) -> DatabaseConfiguration {
        var configuration = DatabaseConfiguration(url: DatabaseURL(url))
        configuration.deadline = .seconds(120)
        configuration.answerTimeout = .seconds(60)
        configuration.statementTimeout = .seconds(30)
        return configuration
    }

    /// Runs a statement that the tests write, and returns what it prints, columns separated by `|`.
    @discardableResult
    func sql(_ statement: String) throws -> String {
        try PostgresServer.sql(statement, url: url)
    }
}

/// Runs `body` with a migrated database of its own, then asks all of `sql/checks`.
func withStore<T: Sendable>(
    server: PostgresServer? = nil,
    _ body: @escaping @Sendable (Store) async throws -> T
) async throws -> T {
    let url = try (server ?? Store.server.get()).createDatabase()
    let result = try await withStore(url: url, body)
    try expectChecksPass(url: url)
    return result
}

/// As the other, without the checks: for tests that write rows by hand which no program would.
func withStore<T: Sendable>(
    url: String,
    _ body: @escaping @Sendable (Store) async throws -> T
) async throws -> T {
    return try await withDatabase(configuration: Store.configuration(url)) { database in
        _ = try await Migrator(database: database, migrations: SQLFolder.migrations()).apply()
        let repository = SQLPaymentRepository(database: database)
        // Who has no lease claims nothing.
        for instance in [Sample.instance, Sample.other] {
            _ = try await repository.renewLease(of: instance, for: .seconds(600))
        }
        return try await body(Store(url: url, database: database, repository: repository))
    }
}

/// As `withStore`, with a second service on its own loop and connections over the same database.
func withTwoStores<T: Sendable>(
    _ body: @escaping @Sendable (Store, Store) async throws -> T
) async throws -> T {
    try await withStore { first in
        return try await withDatabase(configuration: Store.configuration(first.url)) { database in
            let repository = SQLPaymentRepository(database: database)
            return try await body(
                first,
                Store(url: first.url, database: database, repository: repository)
            )
        }
    }
}

/// Each file of `sql/checks` is a query that returns no row.
func expectChecksPass(url: String) throws {
    for check in try SQLFolder.checks() {
        let rows = try PostgresServer.sql(check.text, url: url)
        #expect(rows.isEmpty, "\(check.name): \(rows)")
    }
}

/// The folder `sql` of this repository.
enum SQLFolder {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("sql")

    static func migrations() throws -> [Migration] {
        try files(in: "migrations").map { file in
            try #require(Migration(name: file.name, text: file.text), "\(file.name)")
        }
    }

    static func checks() throws -> [(name: String, text: String)] { try files(in: "checks") }

    static func schema() throws -> String {
        try String(contentsOf: root.appendingPathComponent("schema.sql"), encoding: .utf8)
    }

    private static func files(in folder: String) throws -> [(name: String, text: String)] {
        let directory = root.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        try #require(!names.isEmpty)
        return try names.filter { $0.hasSuffix(".sql") }.map { name in
            let file = directory.appendingPathComponent(name)
            return (String(name.dropLast(4)), try String(contentsOf: file, encoding: .utf8))
        }
    }
}
