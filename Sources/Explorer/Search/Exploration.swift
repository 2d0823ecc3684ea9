/// What a search found.
public struct Exploration: Sendable {
    public let states: Int
    public let transitions: Int
    /// Steps from the beginning to the farthest state.
    public let depth: Int
    /// The most steps that a fair run without faults needs, from any state, to its end.
    public let longestRecovery: Int
    /// Whether every state within the bounds was met, and none broke a rule.
    public let isComplete: Bool
    public let violation: Violation?
}

/// A rule that does not hold, with the shortest way there.
public struct Violation: Sendable {
    public let what: String
    public internal(set) var steps: [String]
    /// The state at the end of the way.
    public let end: String
}
