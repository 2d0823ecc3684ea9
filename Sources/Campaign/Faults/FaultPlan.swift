/// All calls of ports in a simulation, numbered in their order, and what is to go wrong at which.
/// A run without faults lists the boundaries; each can then be hit in a run of its own.
public final class FaultPlan: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    public private(set) var log: [Boundary] = []
    /// Whether `log` is written; a long simulation does without.
    public var keepsLog = true
    /// Asked at each call.
    public var fault: (Boundary) -> Fault? = { _ in nil }
    /// Faults that were really met, by their kinds.
    public private(set) var injected: [String: Int] = [:]
    /// What happened, in one number: equal for equal runs.
    public private(set) var digest = RunDigest()
    private let time: SimulatedTime
    private var count = 0
    private var outageUntil: Duration = .zero

    init(time: SimulatedTime) {
        self.time = time
    }

    /// Something happened that is none of a call: a crash by hand, an answer to a client.
    public func note(_ event: String) {
        digest.absorb(event)
        digest.absorb(time.now)
    }

    /// Counts a fault that is none of a call.
    public func countInjected(_ kind: String) {
        injected[kind, default: 0] += 1
        note(kind)
    }

    func next(_ port: Boundary.Port, _ name: String, _ instance: Int) -> Fault? {
        let boundary = Boundary(number: count, port: port, name: name, instance: instance)
        count += 1
        if keepsLog { log.append(boundary) }
        digest.absorb(name)
        digest.absorb(time.now)
        digest.absorb(UInt64(instance))
        if port == .database, time.now < outageUntil { return .unavailable }
        let fault = fault(boundary)
        if let fault { countInjected(fault.kind) }
        if case .outage(let duration) = fault { beginOutage(duration) }
        return fault
    }

    /// The database is away for everybody.
    public func beginOutage(_ duration: Duration) {
        outageUntil = max(outageUntil, time.now + duration)
    }
}
