import Payments
import Postgres

extension StoreFailure {
    /// What an error of the database means to somebody who knows no databases.
    init(_ error: DatabaseError) {
        switch error {
        case .notConnected, .deadlineExceeded, .queueFull, .closed: self = .unavailable
        case .statement(let state, _):
            // One row's fault stays one; the server's trouble and lost conflicts pass.
            self = state.mayBeOneRowsFault && !state.isConflict ? .refused : .unavailable
        case .unencodable, .decoding: self = .refused
        case .outcomeUnknown, .notDurable: self = .outcomeUnknown
        }
    }
}

/// Runs a step of the database in the domain's words.
func stored<Value>(
    _ step: () async throws(DatabaseError) -> Value
) async throws(StoreFailure) -> Value {
    do {
        return try await step()
    } catch {
        throw StoreFailure(error)
    }
}
