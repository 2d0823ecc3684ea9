/// When a step may still be sent to Stripe. An age is the larger of what the database's clock and
/// Stripe's say.
public struct SendingRules: Hashable, Sendable {
    /// How long after the customer's latest request a charge whose execution is unproven is still
    /// re-posted. After that nobody expects it any more: it is only read.
    public var resendLimit: Duration
    /// Stripe forgets keys that are 24 hours old. One hour less, so that neither a slow send nor a
    /// drifting clock reaches the edge. https://docs.stripe.com/api/idempotent_requests
    public var keyHorizon: Duration
    /// How long one call to Stripe may take before it counts as unanswered.
    public var stripeTimeout: Duration

    /// How long an unanswered send may still be executed somewhere on its way. Five minutes are
    /// several times what a proxy or a kernel keeps a request alive.
    public static let executionHorizon: Duration = .seconds(300)

    public init(
        resendLimit: Duration = .seconds(600),
        keyHorizon: Duration = .seconds(23 * 3600),
        stripeTimeout: Duration = .seconds(50)
    ) {
        self.resendLimit = resendLimit
        self.keyHorizon = keyHorizon
        self.stripeTimeout = stripeTimeout
    }

    /// Whether the newest step of `payment` may be posted (again).
    ///
    /// - Parameters:
    ///   - payment: the attempt as read.
    ///   - elapsed: the time since it was read.
    ///   - stripeSeconds: Stripe's time now, as far as it is known.
    ///   - customerIsHere: whether a request of the customer waits for this step right now.
    /// - Returns: `false` where only reading is left.
    public func maySend(
        _ payment: Payment,
        elapsed: Duration,
        stripeSeconds: Int64?,
        customerIsHere: Bool
    ) -> Bool {
        let age = ageOfStep(payment, elapsed: elapsed, stripeSeconds: stripeSeconds)
        guard age < keyHorizon else { return false }
        switch payment.operation.name {
        case .cancel: return true
        case .create, .confirm, .capture:
            return isExpected(payment, elapsed: elapsed, customerIsHere: customerIsHere)
        }
    }

    /// Whether the customer still expects to be charged by `payment`. A hold that nobody expects
    /// to be captured any more is given back: what was not paid in ten minutes is for the customer
    /// taken for not paid, whether the card was asked in time or not.
    public func isExpected(
        _ payment: Payment,
        elapsed: Duration,
        customerIsHere: Bool
    ) -> Bool {
        customerIsHere || payment.times.sinceAsked + elapsed <= resendLimit
    }

    /// How long ago the newest step was made durable, and so the most that its first send can be.
    public func ageOfStep(
        _ payment: Payment,
        elapsed: Duration,
        stripeSeconds: Int64?
    ) -> Duration {
        let byDatabase = payment.operation.age + elapsed
        guard let now = stripeSeconds, let then = payment.operation.stripeTimeSeconds else {
            return byDatabase
        }
        return max(byDatabase, .seconds(now - then))
    }
}
