/// How a simulator is run.
public struct SimulatorOptions: Sendable {
    /// Whether it may listen where other machines reach it.
    public var allowsRemote: Bool
    /// Of ids and draws. A process that starts anew has to take another one: ids never repeat.
    public var seed: UInt64
    /// Seconds since 1970, by the machine.
    public var wallClock: @Sendable () -> Int64
    /// Where it writes down what changed it; `nil` where nothing is to outlive the process.
    public var journal: (any SimulatorJournal)?
    /// The lines that an earlier process left in the journal, oldest first.
    public var history: [[UInt8]]

    public init(
        seed: UInt64,
        allowsRemote: Bool = false,
        journal: (any SimulatorJournal)? = nil,
        history: [[UInt8]] = [],
        wallClock: @escaping @Sendable () -> Int64
    ) {
        self.seed = seed
        self.allowsRemote = allowsRemote
        self.wallClock = wallClock
        self.journal = journal
        self.history = history
    }
}
