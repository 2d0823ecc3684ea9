/// The making of a customer at Stripe: one POST under one idempotency key, durable before it is
/// sent. There is at most one for a reference, but for keys that Stripe may have forgotten or a
/// failure that Stripe keeps: then the next attempt follows. What the one before may have made is a
/// customer without cards, whom nothing of ours ever names. The next attempt also follows where the
/// customer was deleted at Stripe.
public struct CustomerCreation: Hashable, Sendable {
    public let reference: CustomerReference
    public let attempt: Int
    public let request: FrozenRequest
    /// How long ago it was made durable, by the database's clock, when the row was read.
    public let age: Duration
    /// Stripe's time then, in seconds since 1970; `nil` where no answer had been seen yet.
    public let stripeSeconds: Int64?
    /// Stripe's name of the customer, once it is known. It never changes.
    public let customer: StripeCustomerID?
    /// The customer was made, and deleted at Stripe since.
    public let isGone: Bool

    /// The name, where it can still be used.
    public var living: StripeCustomerID? { isGone ? nil : customer }

    public init(
        reference: CustomerReference,
        attempt: Int,
        request: FrozenRequest,
        age: Duration = .zero,
        stripeSeconds: Int64?,
        customer: StripeCustomerID? = nil,
        isGone: Bool = false
    ) {
        self.reference = reference
        self.attempt = attempt
        self.request = request
        self.age = age
        self.stripeSeconds = stripeSeconds
        self.customer = customer
        self.isGone = isGone
    }

    /// Whether Stripe still knows the key for certain; an age is the larger of what the two clocks
    /// say.
    func isRepeatable(within horizon: Duration, stripeSeconds now: Int64?) -> Bool {
        guard age < horizon else { return false }
        guard let now, let then = stripeSeconds else { return true }
        return .seconds(now - then) < horizon
    }
}
