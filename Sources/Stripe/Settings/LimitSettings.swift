/// The bounds of what is sent to Stripe.
public struct LimitSettings: Hashable, Sendable {
    /// Calls a second of all instances together; `nil`: no bound. Stripe allows 100 in live mode
    /// and 25 in test mode. https://docs.stripe.com/rate-limits
    public var ratePerSecond: Int? {
        didSet { precondition(ratePerSecond ?? 1 > 0, "a rate is positive") }
    }
    /// Calls under way or waiting for their turn from which on no new payment begins. A slow Stripe
    /// with 8,000 payments waiting for it is a normal state; this is where the memory ends.
    public var maxInFlight = 10_000
    /// Failures in a row, declines not among them, that open the breaker: more than one bad
    /// connection can produce.
    public var breakerFailures = 10
    /// How long an open breaker waits before it lets one new payment through to see.
    public var breakerPause = Duration.seconds(5)

    public init(ratePerSecond: Int? = nil) {
        precondition(ratePerSecond ?? 1 > 0, "a rate is positive")
        self.ratePerSecond = ratePerSecond
    }
}
