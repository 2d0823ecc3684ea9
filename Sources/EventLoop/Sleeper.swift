/// A task asleep in `Loop.sleep`: woken by its timer or by cancellation, whichever comes first, and
/// by either from any thread.
final class Sleeper: @unchecked Sendable {
    // Safe to share: every field is read and written with the lock held.
    private let lock = Lock()
    private var continuation: CheckedContinuation<Void, Never>?
    private var isWoken = false

    func sleep() async {
        await withCheckedContinuation { continuation in
            let isTooLate = lock.withLock {
                if !isWoken { self.continuation = continuation }
                return isWoken
            }
            if isTooLate { continuation.resume() }
        }
    }

    func wake() {
        let sleeping = lock.withLock {
            isWoken = true
            defer { continuation = nil }
            return continuation
        }
        sleeping?.resume()
    }
}
