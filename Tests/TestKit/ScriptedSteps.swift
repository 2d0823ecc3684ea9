/// One call of a port.
public struct ScriptedStep: Hashable, Sendable, CustomStringConvertible {
    public enum Port: String, Sendable {
        case database, stripe
    }

    /// Counts the calls of all instances, from 0.
    public let number: Int
    public let port: Port
    /// The method, and for a POST what is posted: `claim`, `record succeeded`, `post create`.
    public let name: String
    /// Which run of the service called, from 0.
    public let instance: Int

    public var description: String { "\(number) \(port.rawValue) \(name)" }
}

/// All calls of ports in a simulation, numbered in their order, and what is to go wrong at which.
/// A run without faults lists the boundaries; each can then be hit in a run of its own.
public final class ScriptedSteps: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    public private(set) var log: [ScriptedStep] = []
    /// Asked at each step.
    public var fault: (ScriptedStep) -> ScriptedFault? = { _ in nil }

    public init() {}

    func next(_ port: ScriptedStep.Port, _ name: String, _ instance: Int) -> ScriptedFault? {
        let step = ScriptedStep(number: log.count, port: port, name: name, instance: instance)
        log.append(step)
        return fault(step)
    }
}
