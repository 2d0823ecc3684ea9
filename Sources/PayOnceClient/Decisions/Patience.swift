/// How long a checkout asks before it gives up.
public struct Patience: Hashable, Sendable {
    /// From the customer's tap to the last request. Challenges do not count.
    public var total: Duration
    /// Until the second try; each further pause is twice as long.
    public var firstPause: Duration
    public var longestPause: Duration
    /// For one request. The service answers within 25 s, and the answer needs its time too.
    public var request: Duration
    /// How old a tap may be for a restarted app to charge for it: as the service's own limit.
    public var tap: Duration

    public init(
        total: Duration = .seconds(120),
        firstPause: Duration = .seconds(1),
        longestPause: Duration = .seconds(15),
        request: Duration = .seconds(40),
        tap: Duration = .seconds(600)
    ) {
        self.total = total
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.request = request
        self.tap = tap
    }

    /// The pause after so many tries without success, between three and five quarters of the plan;
    /// never shorter than the service asked for.
    func pause(after tries: Int, dice: Double, retryAfterSeconds: Int?) -> Duration {
        let doubled = firstPause * Double(1 << min(max(tries - 1, 0), 20))
        let spread = min(doubled, longestPause) * (0.75 + dice / 2)
        return max(spread, .seconds(max(retryAfterSeconds ?? 0, 0)))
    }
}
