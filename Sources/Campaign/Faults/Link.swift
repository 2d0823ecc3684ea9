/// The way of one run of the service to the world. Once it is cut, that run is dead to everybody:
/// what it still asks has no effect, and what it answers nobody hears.
public final class Link: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    public let instance: Int
    public let time: SimulatedTime
    public let process: SimulatedProcess
    public let plan: FaultPlan
    public private(set) var isCut = false
    /// There and back, half of it each way.
    public var databaseLatency: Duration = .milliseconds(1)
    public var stripeLatency: Duration = .milliseconds(100)
    /// How long a request waits in this process before its first byte leaves.
    public var queueing: Duration = .zero
    /// Called when a fault kills the service, once. Who sets it is held by it until then.
    public var onCrash: () -> Void = {}
    /// Requests that clients wait for; only the open ones matter.
    private var exchanges: [any ServiceExchange] = []

    init(instance: Int, time: SimulatedTime, plan: FaultPlan) {
        self.instance = instance
        self.time = time
        self.plan = plan
        process = SimulatedProcess(in: time)
    }

    /// The death of the process, or of its network.
    public func cut() {
        guard !isCut else { return }
        isCut = true
        for exchange in exchanges { exchange.breakOff() }
        exchanges = []
        let crashed = onCrash
        onCrash = {}
        crashed()
    }

    /// The process has ended in order, and no other comes in its place.
    public func retire() {
        onCrash = {}
        cut()
    }

    func add(_ exchange: any ServiceExchange) {
        exchanges.removeAll { $0.isOver }
        exchanges.append(exchange)
    }

    /// Numbers a call, and lets go wrong what goes wrong before it leaves; the fault is what is to
    /// go wrong then.
    nonisolated(nonsending) func begin(_ port: Boundary.Port, _ name: String) async -> Fault? {
        if isCut { return .unavailable }
        let fault = plan.next(port, name, instance)
        if fault == .crashBefore { cut() }
        if case .stopBefore(let duration) = fault {
            process.stop(for: duration)
            await process.sleep(.zero)
        }
        return fault
    }

    /// What goes wrong after the effect.
    func end(_ fault: Fault?) {
        if fault == .crashAfter { cut() }
        if case .stopAfter(let duration) = fault { process.stop(for: duration) }
    }

    /// A message that is on its way goes on whatever becomes of the process: `effect` happens at
    /// the other end, and says what the answer is and how long after that it leaves.
    nonisolated(nonsending) func exchange<Answer: Sendable>(
        latency: Duration,
        _ effect: @escaping @Sendable () -> (answer: Answer, after: Duration)
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            time.call(after: latency / 2) { [time] in
                let (answer, delay) = effect()
                time.call(after: delay + latency / 2) { continuation.resume(returning: answer) }
            }
        }
    }
}
