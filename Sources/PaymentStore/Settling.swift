import Payments
import Postgres

/// Finds out what became of a write whose commit was not answered, by asking again.
///
/// Each write carries a token and changes nothing where it has been done, so doing it once more is
/// safe, also if the first one is still on its way to the disk: both meet at the same row. And only
/// a commit of its own proves that what it finds is durable on the standby too.
struct Settling {
    /// Each repeat waits up to 5 s for a connection, so four stay within the 25 s of an answer.
    static let mostRepeats = 4

    /// Does a write that has a result only the first time: `nil` says that somebody else was first,
    /// which after a lost answer may have been we ourselves; then `ours` gives the result, if so.
    func settle<Value>(
        _ write: () async throws(DatabaseError) -> Value?,
        ours: () async throws(DatabaseError) -> Value?
    ) async throws(StoreFailure) -> Value? {
        do {
            return try await write()
        } catch {
            guard !error.hasNoEffect else { throw StoreFailure(error) }
        }
        return try await repeating(afterLoss: true) { () throws(DatabaseError) in
            if let value = try await write() { return value }
            return try await ours()
        }
    }

    /// Does a write that gives the same result however often it is done.
    func repeating<Value>(
        afterLoss: Bool = false,
        _ write: () async throws(DatabaseError) -> Value
    ) async throws(StoreFailure) -> Value {
        var mayBeWritten = afterLoss
        for _ in 0..<Settling.mostRepeats {
            do {
                return try await write()
            } catch {
                mayBeWritten = mayBeWritten || !error.hasNoEffect
                guard mayBeWritten else { throw StoreFailure(error) }
            }
        }
        throw .outcomeUnknown
    }
}
