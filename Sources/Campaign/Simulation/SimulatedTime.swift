import Glibc
public import Payments

/// Time and place of a simulation: jobs run one after the other on the thread that called `run`,
/// and when none is ready the clock jumps to the next timer. The same program and the same seed
/// give the same run, and an hour costs nothing.
///
/// Everything of a simulation belongs to its thread. A job that comes from another one traps, since
/// the order of such jobs would not be reproducible.
public final class SimulatedTime: TaskExecutor, Timekeeper, @unchecked Sendable {
    // Safe to share: only the thread that made it touches it, which `enqueue` enforces.

    /// A job and the process that it runs in; `nil` for those of the world outside.
    private struct ReadyJob {
        let job: UnownedJob
        let process: SimulatedProcess?
    }

    private let thread = pthread_self()
    private var ready: [ReadyJob] = []
    private var head = 0
    private var timers = SimulatedTimers()
    private var random: SimulatedRandom?
    public private(set) var now: Duration = .zero

    /// - Parameter seed: draws which of the ready jobs runs next; without one, the oldest does.
    public init(seed: UInt64? = nil) {
        random = seed.map(SimulatedRandom.init)
    }

    public var executor: any TaskExecutor { self }

    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job), in: nil)
    }

    func enqueue(_ job: UnownedJob, in process: SimulatedProcess?) {
        precondition(pthread_equal(thread, pthread_self()) != 0, "a job from another thread")
        ready.append(ReadyJob(job: job, process: process))
    }

    public func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        timers.add(SimulatedTimers.Timer(at: now + max(delay, .zero), body: body))
    }

    /// Suspends the caller.
    public nonisolated(nonsending) func sleep(_ delay: Duration) async {
        await withCheckedContinuation { continuation in
            call(after: delay) { continuation.resume() }
        }
    }

    /// Runs `body` and everything that it starts, until it has returned. Work that is left over
    /// goes on in the next `run`, or in `finish`.
    ///
    /// - Throws: `SimulationStuck` where nothing is left that could go on, or where it has not
    ///   returned after a simulated month.
    public func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let outcome = SimulatedOutcome<Value>()
        Task(executorPreference: self) {
            do {
                outcome.result = .success(try await body())
            } catch {
                outcome.result = .failure(error)
            }
        }
        let end = now + .seconds(30 * 86_400)
        while true {
            if let result = outcome.result { return try result.get() }
            guard step(), now < end else { throw SimulationStuck() }
        }
    }

    /// Lets everything come to its end, so that no task is left behind.
    ///
    /// - Throws: `SimulationStuck` where it has not after a simulated year.
    public func finish() throws {
        let end = now + .seconds(366 * 86_400)
        while step() {
            if now > end { throw SimulationStuck() }
        }
    }

    /// Whether there was something to do.
    private func step() -> Bool {
        if let next = nextJob() {
            run(next)
            return true
        }
        guard let timer = timers.popFirst() else { return false }
        now = max(now, timer.at)
        timer.body()
        return true
    }

    private func run(_ next: ReadyJob) {
        guard let process = next.process else {
            return unsafe next.job.runSynchronously(on: asUnownedTaskExecutor())
        }
        if process.isStopped { return process.hold(next.job) }
        unsafe next.job.runSynchronously(on: process.asUnownedTaskExecutor())
    }

    private func nextJob() -> ReadyJob? {
        guard head < ready.count else { return nil }
        if var random, ready.count - head > 1,
            let pick = (head..<ready.count).randomElement(using: &random)
        {
            self.random = random
            ready.swapAt(head, pick)
        }
        let job = ready[head]
        head += 1
        if head == ready.count {
            ready.removeAll(keepingCapacity: true)
            head = 0
        }
        return job
    }
}

/// Nothing is left that could go on, but somebody still waits.
public struct SimulationStuck: Error {
    public init() {}
}

/// Where a simulated task leaves what it came to. Only the simulation's thread touches it.
private final class SimulatedOutcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}
