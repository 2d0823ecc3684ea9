import EventLoop
import Postgres

/// Runs `body` on a loop of its own with an open `Database` over an empty database of `server`, and
/// closes all of it afterwards.
public func withDatabase<T: Sendable>(
    server: PostgresServer? = nil,
    configure: (inout DatabaseConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (Database) async throws -> T
) async throws -> T {
    let server = try server ?? PostgresServer.shared
    var configuration = try DatabaseConfiguration(url: DatabaseURL(server.createDatabase()))
    // A busy build machine is slow to connect, which is not what tests of other things are about.
    configuration.deadline = .seconds(120)
    configuration.connectTimeout = .seconds(20)
    configure(&configuration)
    return try await withDatabase(configuration: configuration, body)
}

/// Runs `body` on a loop of its own with an open `Database`, and closes both afterwards.
public func withDatabase<T: Sendable>(
    configuration: DatabaseConfiguration,
    _ body: @escaping @Sendable (Database) async throws -> T
) async throws -> T {
    let loop = try Loop.start(name: "test")
    defer { loop.stop() }
    let database = Database(loop: loop, configuration: configuration)
    try await database.start()
    let result = await Task(executorPreference: loop) { () async -> Result<T, any Error> in
        do { return .success(try await body(database)) } catch { return .failure(error) }
    }
    .value
    await database.close()
    return try result.get()
}
