/// The counts of new attempts that all instances share.
public protocol RateCounters: Sendable {
    /// Adds these counts to those of all instances, and reads what then stands: one commit, however
    /// many there are.
    func exchange(_ counts: [RateCount]) async throws(StoreFailure) -> RateReading

    /// Removes windows that are over.
    ///
    /// - Returns: how many were removed, at most `count`.
    func removeEnded(atMost count: Int) async throws(StoreFailure) -> Int
}

/// So many more under a name; a negative number takes back.
public struct RateCount: Hashable, Sendable {
    public let name: RateName
    public let added: Int
    public let limit: RateLimit

    public init(name: RateName, added: Int, limit: RateLimit) {
        self.name = name
        self.added = added
        self.limit = limit
    }
}

/// What stands under a name.
public struct RateStanding: Hashable, Sendable {
    public let name: RateName
    public let count: Int
    /// Until its window is over.
    public let remaining: Duration

    public init(name: RateName, count: Int, remaining: Duration) {
        self.name = name
        self.count = count
        self.remaining = remaining
    }
}

public struct RateReading: Hashable, Sendable {
    /// What was written.
    public let written: [RateStanding]
    /// The names under which nothing may begin now, whoever counted.
    public let full: [RateStanding]
    /// Whether `full` are all of them.
    public let isComplete: Bool

    public init(written: [RateStanding], full: [RateStanding], isComplete: Bool) {
        self.written = written
        self.full = full
        self.isComplete = isComplete
    }
}
