import EventLoop
import Payments
import Synchronization

/// A clock that stands until it is moved.
final class ManualTime: Timekeeper {
    let executor: any TaskExecutor
    private let state = Mutex(State())

    private struct State {
        var now = Duration.seconds(1000)
        var alarms: [(at: Duration, body: @Sendable () -> Void)] = []
    }

    init(on executor: any TaskExecutor) { self.executor = executor }

    var now: Duration { state.withLock { $0.now } }

    func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.alarms.append((at: $0.now + delay, body: body)) }
    }

    /// Moves the clock, stopping at each alarm until what it set off has come to rest.
    func advance(by step: Duration) async {
        let end = now + step
        while let body = takeAlarm(dueBy: end) {
            body()
            await settle()
        }
        state.withLock { $0.now = end }
        await settle()
    }

    private func takeAlarm(dueBy end: Duration) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let due = state.alarms.indices.filter { state.alarms[$0].at <= end }
            guard let first = due.min(by: { state.alarms[$0].at < state.alarms[$1].at }) else {
                return nil
            }
            let alarm = state.alarms.remove(at: first)
            state.now = max(state.now, alarm.at)
            return alarm.body
        }
    }
}

/// Lets everything that is ready on the loop run. The loop is one thread with one line of jobs, so
/// each yield goes behind all that was ready before; no chain in these tests is longer than this.
func settle() async {
    for _ in 0..<50 { await Task.yield() }
}

/// Runs `body` on a loop of its own, as the service runs.
func onLoop(_ body: @escaping @Sendable (Loop) async throws -> Void) async throws {
    let loop = try Loop.start(name: "test")
    let task = Task(executorPreference: loop) { try await body(loop) }
    let result = await task.result
    loop.stop()
    try result.get()
}
