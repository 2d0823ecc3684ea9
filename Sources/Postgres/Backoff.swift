/// Pauses that double from one failure to the next, with a random half, so that instances that lost
/// the server together do not come back together.
public struct Backoff: Sendable, Hashable {
    public var first: Duration
    public var limit: Duration

    public init(first: Duration, limit: Duration) {
        self.first = first
        self.limit = limit
    }

    /// The pause after so many failures in a row; none after none. `random` is in `0..<1`.
    public func pause(afterFailures failures: Int, random: Double) -> Duration {
        guard failures > 0 else { return .zero }
        // 20 doublings of any sensible start are above any sensible limit.
        let whole = min(limit, first * (1 << min(failures - 1, 20)))
        return whole * (0.5 + random / 2)
    }
}
