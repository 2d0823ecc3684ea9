import Glibc

/// A mutex. Not `Synchronization.Mutex`: ThreadSanitizer reports races on it that are none.
@safe public final class Lock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    public init() {
        unsafe mutex = .allocate(capacity: 1)
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "pthread_mutex_init failed: \(result)")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with the lock held. It must not wait for anything.
    public func withLock<T>(_ body: () -> T) -> T {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }
}
