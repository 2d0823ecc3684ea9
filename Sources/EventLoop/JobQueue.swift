/// The tasks that are ready to run, filled by any thread and emptied by the loop.
final class JobQueue: @unchecked Sendable {
    // Safe to share: every field is read and written with the lock held.
    private let lock = Lock()
    private var jobs: [UnownedJob] = []
    private var isClosed = false

    /// Adds a job; whether it was the first, so that a sleeping loop has to be woken.
    func append(_ job: UnownedJob) -> Bool {
        lock.withLock {
            jobs.append(job)
            return jobs.count == 1
        }
    }

    /// Swaps the waiting jobs into an empty array, which becomes the next waiting room.
    func take(into ready: inout [UnownedJob]) {
        lock.withLock { swap(&jobs, &ready) }
    }

    var isEmpty: Bool { lock.withLock { jobs.isEmpty } }

    /// Closed, with nothing left to run.
    var isDrained: Bool { lock.withLock { isClosed && jobs.isEmpty } }

    func close() { lock.withLock { isClosed = true } }
}
