public import Payments

/// A process of a simulation, which can be stopped and continued as by SIGSTOP and SIGCONT: while
/// it is stopped none of its jobs runs and none of its timers fires, and its clock goes on.
public final class SimulatedProcess: TaskExecutor, Timekeeper, @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    private let time: SimulatedTime
    public private(set) var stoppedUntil: Duration?
    private var heldTimers: [@Sendable () -> Void] = []
    private var heldJobs: [UnownedJob] = []

    init(in time: SimulatedTime) {
        self.time = time
    }

    public var now: Duration { time.now }
    public var executor: any TaskExecutor { self }
    public var isStopped: Bool { stoppedUntil != nil }

    public func enqueue(_ job: consuming ExecutorJob) {
        time.enqueue(UnownedJob(job), in: self)
    }

    public func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        time.call(after: delay) { [self] in
            if isStopped { heldTimers.append(body) } else { body() }
        }
    }

    /// Suspends the caller, which is a task of this process.
    nonisolated(nonsending) func sleep(_ delay: Duration) async {
        await withCheckedContinuation { continuation in
            call(after: delay) { continuation.resume() }
        }
    }

    /// Stops it from the next suspension of the running job on. A longer stop wins.
    public func stop(for duration: Duration) {
        let end = now + duration
        guard end > stoppedUntil ?? .zero else { return }
        stoppedUntil = end
        time.call(after: duration) { [self] in wake() }
    }

    func hold(_ job: UnownedJob) { heldJobs.append(job) }

    private func wake() {
        guard let end = stoppedUntil, end <= now else { return }
        stoppedUntil = nil
        let (timers, jobs) = (heldTimers, heldJobs)
        (heldTimers, heldJobs) = ([], [])
        for job in jobs { time.enqueue(job, in: self) }
        for timer in timers { timer() }
    }
}
