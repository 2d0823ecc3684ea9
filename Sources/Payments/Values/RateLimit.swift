/// So many within that time, as `60/1m` says.
public struct RateLimit: Sendable, Hashable {
    public let count: Int
    public let period: Duration

    /// `nil` where either is not positive.
    public init?(count: Int, period: Duration) {
        guard count > 0, period > .zero else { return nil }
        self.count = count
        self.period = period
    }
}
