/// What Stripe says of a card behind a payment method.
public struct CardFacts: Hashable, Sendable {
    public let method: PaymentMethodID
    /// Whom it is attached to; `nil`: nobody.
    public let customer: StripeCustomerID?
    /// Equal for equal numbers within an account; `nil` where Stripe gives none.
    public let fingerprint: String?
    public let brand: String
    public let last4: String
    public let expiryMonth: Int
    public let expiryYear: Int

    public init(
        method: PaymentMethodID,
        customer: StripeCustomerID?,
        fingerprint: String?,
        brand: String,
        last4: String,
        expiryMonth: Int,
        expiryYear: Int
    ) {
        self.method = method
        self.customer = customer
        self.fingerprint = fingerprint
        self.brand = brand
        self.last4 = last4
        self.expiryMonth = expiryMonth
        self.expiryYear = expiryYear
    }
}
