/// What Stripe says of a PaymentIntent, as far as a payment is concerned. All of it may be missing:
/// an answer that moved money is never thrown away because a field is not as expected.
public struct IntentSnapshot: Hashable, Sendable {
    public let id: PaymentIntentID
    /// Stripe's own word.
    public let status: String
    public let amount: Int64?
    public let currency: String?
    public let customer: String?
    public let clientSecret: ClientSecret?
    /// `metadata[payonce_payment_id]`.
    public let paymentID: String?
    public let isLive: Bool?
    /// The last try's failure, `nil` where there was none.
    public let lastError: Closing?
    /// Seconds since 1970 by Stripe's clock.
    public let created: Int64?

    public init(
        id: PaymentIntentID,
        status: String,
        amount: Int64?,
        currency: String?,
        customer: String?,
        clientSecret: ClientSecret?,
        paymentID: String?,
        isLive: Bool?,
        lastError: Closing?,
        created: Int64?
    ) {
        self.id = id
        self.status = status
        self.amount = amount
        self.currency = currency
        self.customer = customer
        self.clientSecret = clientSecret
        self.paymentID = paymentID
        self.isLive = isLive
        self.lastError = lastError
        self.created = created
    }
}
