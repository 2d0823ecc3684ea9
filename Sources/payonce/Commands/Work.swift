import EventLoop
import Postgres

/// Runs a command's work on a loop of its own, with a database or all that payments stand on.
enum Work {
    static func onLoop<Value: Sendable>(
        _ work: @escaping @Sendable (Loop) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let loop = try ServeCommand.startLoop(0)
        return try await Task(executorPreference: loop) {
            await result { () async throws(Failure) in try await work(loop) }
        }.value.get()
    }

    static func withDatabase<Value: Sendable>(
        _ work: @escaping @Sendable (Database) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let url = try Environment.reader().databaseURL()
        return try await withDatabase(at: url, work)
    }

    static func withDatabase<Value: Sendable>(
        at url: String,
        _ work: @escaping @Sendable (Database) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await onLoop { loop throws(Failure) in
            let database = try await Service.Foundation.connect(url, on: loop)
            let done = await result { () async throws(Failure) in try await work(database) }
            await database.close()
            return try done.get()
        }
    }
}
