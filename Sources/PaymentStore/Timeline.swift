public import Payments

/// What happened to one payment, as it is written down.
public struct Timeline: Hashable, Sendable {
    public var events: [TimelineEvent]
    public var steps: [TimelineStep]
}

/// An event of a payment.
public struct TimelineEvent: Hashable, Sendable {
    public let number: Int64
    /// Since 1970, by the database's clock.
    public let unixMicroseconds: Int64
    /// A stable word.
    public let word: String
    public let detail: String?
    /// The payment's state from then on.
    public let state: PaymentState
    public let instance: InstanceID
    /// The step that Stripe answered, where the event is an answer, as `create 1`.
    public let answered: String?
    public let receipt: Receipt?
}

/// A step that was asked of Stripe. Its bytes may hold secrets and stay where they are.
public struct TimelineStep: Hashable, Sendable {
    public let name: String
    public let number: Int64
    public let path: String
    public let apiVersion: String
    /// When it was made durable, since 1970, by the database's clock.
    public let unixMicroseconds: Int64
}
