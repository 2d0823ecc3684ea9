/// What is going on towards Stripe, for the metrics.
public struct StripeLoad: Hashable, Sendable {
    /// Calls without an answer yet.
    public let inFlight: Int
    /// Calls that wait for a token.
    public let waiting: Int
    public let isBreakerOpen: Bool
    /// 1 at full speed; 2, 4 or 8 after Stripe asked for fewer calls.
    public let slowdownFactor: Int
    /// Calls that may go at once, now; `nil`: there is no limit.
    public let tokens: Int?
    /// Of these for new payments.
    public let newPaymentTokens: Int?
}
