import Postgres
import Testing

/// What `body` throws; `nil` where it does not.
func failure<T>(_ body: () async throws -> T) async -> DatabaseError? {
    do {
        _ = try await body()
    } catch let error as DatabaseError {
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}
