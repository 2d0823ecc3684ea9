/// The way of one run of the service to the world. Once it is cut, that run is dead to everybody: what
/// it still asks has no effect, and what it answers nobody hears.
public final class ScriptedLine: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    public let instance: Int
    public let time: SimulatedTime
    public let steps: ScriptedSteps
    public private(set) var isCut = false
    /// There and back, half of it each way.
    public var databaseLatency: Duration = .milliseconds(1)
    public var stripeLatency: Duration = .milliseconds(100)
    /// How long a request waits in this process before its first byte leaves.
    public var queueing: Duration = .zero
    /// Called when a fault kills the service.
    public var onCrash: () -> Void = {}

    public init(instance: Int, time: SimulatedTime, steps: ScriptedSteps) {
        self.instance = instance
        self.time = time
        self.steps = steps
    }

    /// The death of the process, or of its network.
    public func cut() {
        guard !isCut else { return }
        isCut = true
        onCrash()
    }

    /// Numbers a step; the fault is what is to go wrong at it.
    func begin(_ port: ScriptedStep.Port, _ name: String) -> ScriptedFault? {
        if isCut { return .unavailable }
        let fault = steps.next(port, name, instance)
        if fault == .crashBefore { cut() }
        return fault
    }
}
