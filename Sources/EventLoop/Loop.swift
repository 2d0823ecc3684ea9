import Glibc

/// One thread that waits for sockets and timers with epoll and runs Swift tasks between the waits.
///
/// It is a `TaskExecutor` and a `SerialExecutor` at once: a task started with
/// `Task(executorPreference: loop)` and every actor whose `unownedExecutor` is the loop run here,
/// so the common path of a payment has no lock and no change of thread. Nothing that runs here may
/// block: it would stop every payment.
///
/// Everything but `enqueue`, `stop`, `now` and `isCurrent` may be called on the loop only, and
/// traps elsewhere.
public final class Loop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // Safe to share: `inbox` and `wakeup` guard themselves; the rest is touched on the loop only,
    // which `preconditionIsCurrent` enforces.
    private let inbox = JobQueue()
    private let epoll: Epoll
    private let wakeup: Wakeup
    private var watches: [UInt64: Watch] = [:]
    private var nextWatchToken: UInt64 = 1
    private var timers = TimerHeap()
    private var isStopping = false
    private let thread = LoopThread()

    /// Starts a loop on a new thread of its own, called `name` in debuggers and `top -H` (15
    /// bytes).
    ///
    /// - Throws: `SystemError` where the kernel has no descriptor or thread left.
    public static func start(name: String = "loop") throws(SystemError) -> Loop {
        let loop = try Loop()
        try loop.thread.start(name: name) { loop.run() }
        return loop
    }

    private init() throws(SystemError) {
        epoll = try Epoll()
        wakeup = try Wakeup()
        try epoll.add(wakeup.descriptor, interest: .read, token: Loop.wakeupToken)
    }

    private static let wakeupToken: UInt64 = 0

    /// Ends the loop once the tasks that are ready have run; may be called from any thread.
    public func stop() {
        inbox.close()
        wakeup.signal()
    }

    /// Waits until the loop's thread has ended. Not on the loop itself.
    public func join() {
        precondition(!isCurrent, "a loop cannot wait for itself")
        thread.join()
    }

    /// Whether the caller runs on this loop.
    public var isCurrent: Bool { thread.isCurrent }

    /// Traps where the caller is not on the loop: a mistake of ours, never of the world.
    public func preconditionIsCurrent() {
        precondition(isCurrent, "called off the loop")
    }

    // MARK: Sockets

    /// Calls `handler` whenever `descriptor` is ready for what `interest` names, until the watch is
    /// canceled. Level-triggered: a handler that leaves bytes unread is called again.
    ///
    /// - Throws: `SystemError` where epoll refuses the descriptor.
    public func watch(
        _ descriptor: Int32,
        for interest: Interest,
        _ handler: @escaping (Interest) -> Void
    ) throws(SystemError) -> Watch {
        preconditionIsCurrent()
        let token = nextWatchToken
        nextWatchToken += 1
        try epoll.add(descriptor, interest: interest, token: token)
        let watch = Watch(loop: self, descriptor: descriptor, token: token, handler: handler)
        watches[token] = watch
        return watch
    }

    func change(_ watch: Watch, to interest: Interest) throws(SystemError) {
        preconditionIsCurrent()
        try epoll.change(watch.descriptor, interest: interest, token: watch.token)
    }

    func remove(_ watch: Watch) {
        preconditionIsCurrent()
        guard watches.removeValue(forKey: watch.token) != nil else { return }
        epoll.remove(watch.descriptor)
    }

    // MARK: Time

    /// Time since the machine started, suspension included (`CLOCK_BOOTTIME`). Leases and deadlines
    /// are measured with it: it never steps, and a laptop that slept has not stopped it.
    public var now: Duration { Loop.now }

    /// Time since the machine started, suspension included (`CLOCK_BOOTTIME`).
    public static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Duration(
            secondsComponent: Int64(time.tv_sec),
            attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000
        )
    }

    /// Calls `body` on the loop once `delay` has passed, unless the timer is canceled first.
    @discardableResult
    public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> LoopTimer {
        preconditionIsCurrent()
        let timer = LoopTimer(deadline: now + delay, body: body)
        timers.insert(timer)
        return timer
    }

    /// Suspends the calling task, which must run on the loop.
    ///
    /// - Throws: `CancellationError` as soon as the task is canceled.
    public nonisolated(nonsending) func sleep(for delay: Duration) async throws {
        let sleeper = Sleeper()
        let timer = schedule(after: delay) { sleeper.wake() }
        await withTaskCancellationHandler {
            await sleeper.sleep()
        } onCancel: {
            sleeper.wake()
        }
        timer.cancel()
        try Task.checkCancellation()
    }

    // MARK: Executor

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A job made on the loop is met by the next turn; only another thread has to wake it.
        if inbox.append(job), !isCurrent { wakeup.signal() }
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    public func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        unsafe UnownedTaskExecutor(ordinary: self)
    }

    public func checkIsolated() {
        preconditionIsCurrent()
    }

    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    // MARK: The turn

    private func run() {
        var ready: [UnownedJob] = []
        while true {
            inbox.take(into: &ready)
            for job in ready { runJob(job) }
            let ranJobs = !ready.isEmpty
            ready.removeAll(keepingCapacity: true)
            fireTimers()
            if !ranJobs, inbox.isDrained { break }
            turn(waitAtMost: ranJobs || !inbox.isEmpty ? .zero : untilNextTimer)
        }
    }

    private func runJob(_ job: UnownedJob) {
        unsafe job.runSynchronously(
            isolatedTo: asUnownedSerialExecutor(),
            taskExecutor: asUnownedTaskExecutor()
        )
    }

    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = now
        while let timer = timers.popFirst(dueBy: now) { timer.fire() }
    }

    private var untilNextTimer: Duration? {
        timers.firstDeadline.map { max($0 - now, .zero) }
    }

    private func turn(waitAtMost limit: Duration?) {
        epoll.wait(atMost: limit) { token, readiness in
            if token == Loop.wakeupToken { return wakeup.clear() }
            // A handler called earlier in this batch may have canceled this watch.
            watches[token]?.handler(readiness)
        }
    }
}
