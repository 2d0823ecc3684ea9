public import Payments

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

    public init(
        number: Int64,
        unixMicroseconds: Int64,
        word: String,
        detail: String?,
        state: PaymentState,
        instance: InstanceID,
        answered: String?,
        receipt: Receipt?
    ) {
        self.number = number
        self.unixMicroseconds = unixMicroseconds
        self.word = word
        self.detail = detail
        self.state = state
        self.instance = instance
        self.answered = answered
        self.receipt = receipt
    }
}
