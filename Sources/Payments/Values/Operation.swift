/// A step that is asked of Stripe: one POST under one idempotency key, its bytes frozen before the
/// first of them leaves.
public struct Operation: Hashable, Sendable {
    public enum Name: String, Sendable, CaseIterable {
        case create, confirm, cancel, capture
    }

    public let name: Name
    /// Counts the tries that were each a step of their own; a repeat of the same step keeps it.
    public let number: Int
    public let request: FrozenRequest
    /// How long ago the step was made durable, by the database's clock, when the row was read.
    public let age: Duration
    /// Stripe's time when it was made durable, in seconds since 1970; `nil` where no answer of
    /// Stripe had been seen yet.
    public let stripeTimeSeconds: Int64?

    public init(
        name: Name,
        number: Int,
        request: FrozenRequest,
        age: Duration,
        stripeTimeSeconds: Int64?
    ) {
        self.name = name
        self.number = number
        self.request = request
        self.age = age
        self.stripeTimeSeconds = stripeTimeSeconds
    }

    /// The key that Stripe sees: the same for every repeat of this step, and for no other step.
    public func stripeKey(of payment: PaymentID) -> String {
        "payonce-\(payment)-\(name.rawValue)-\(number)"
    }
}

/// A request to Stripe as it was first made. Every repeat sends these bytes, also after an upgrade:
/// Stripe refuses a key that comes with other parameters.
public struct FrozenRequest: Hashable, Sendable {
    public let path: String
    public let body: [UInt8]
    /// The `Stripe-Version` that it was made for.
    public let apiVersion: String

    public init(path: String, body: [UInt8], apiVersion: String) {
        self.path = path
        self.body = body
        self.apiVersion = apiVersion
    }
}
