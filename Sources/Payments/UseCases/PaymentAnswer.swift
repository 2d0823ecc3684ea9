public import Money

/// What a request to the payments ends with. There are no other ends: a fault of the database or of
/// Stripe is one of these too.
public indirect enum PaymentAnswer: Hashable, Sendable {
    case standing(PaymentView)
    case refused(PaymentRefusal)
}

/// An attempt as its owner may see it.
public struct PaymentView: Hashable, Sendable {
    public let payment: PaymentID
    public let intent: PaymentIntentID?
    public let amount: Amount
    public let standing: Standing
    /// The request met an attempt that an earlier one had begun.
    public let isReplay: Bool
    /// What the shop said first of the success.
    public let fulfillment: String?
    /// Minor units that were given back, or are on their way back.
    public let refunded: Int64
    /// The customer at Stripe whom it belongs to, for the app's SDK.
    public let customer: StripeCustomerID?

    public init(
        payment: PaymentID,
        intent: PaymentIntentID?,
        amount: Amount,
        standing: Standing,
        isReplay: Bool,
        fulfillment: String? = nil,
        refunded: Int64 = 0,
        customer: StripeCustomerID? = nil
    ) {
        self.payment = payment
        self.intent = intent
        self.amount = amount
        self.standing = standing
        self.isReplay = isReplay
        self.fulfillment = fulfillment
        self.refunded = refunded
        self.customer = customer
    }
}

/// Where an attempt stands, in the words of the contract.
public enum Standing: Hashable, Sendable {
    /// The secret is missing only where the caller may not have it.
    case succeeded(ClientSecret?)
    case requiresAction(ClientSecret)
    /// The app has an intent that nobody has paid; the secret is missing only where the caller may
    /// not have it.
    case notAttempted(ClientSecret?)
    /// The bank wants the customer of an off-session charge of this card.
    case requiresCustomer(PaymentMethodID?)
    case declined(Closing)
    case expired
    case canceled(Closing)
    case processing
    case unknown
    /// Nobody may tell this caller anything: perhaps somebody else paid with the same card.
    case duplicateSuspected
}

/// Why a request charged nothing and has no attempt to show.
public enum PaymentRefusal: Hashable, Sendable {
    case pricing(PricingRefusal)
    /// The key was used for another purchase.
    case keyReused
    /// The token of the security code was used for another purchase.
    case cvcTokenUsed
    /// The shop wants the security code of a saved card, and there is none.
    case cvcRequired
    /// A saved card can be charged many times, so something has to say which purchase this is.
    case keyRequired
    /// No card was named, and the customer has not exactly one.
    case methodRequired
    case orderAlreadyPaid
    case paymentInProgress
    /// More than five replacements of one order within an hour.
    case tooManyReplacements
    /// No such payment, or not the caller's: the same answer.
    case notFound
    /// The shop charges a card that is none of the customer's saved ones.
    case methodNotFound
    /// The shop charges an order whose price it cannot fix, or fixed otherwise.
    case order(OrderRefusal)
    /// The order is another customer's: for this one it does not exist.
    case orderNotFound
    /// The order is a customer's, who has to be signed in.
    case customerRequired
    /// The second call names another purchase than the payment's.
    case contradictsPayment
    /// The caller, or the card, may not begin another payment for so long.
    case rateLimited(wait: Duration)
    /// The payment cannot be ended any more, or not yet.
    case notCancelable(PaymentView)
    /// Too much at once; nothing that can charge was sent.
    case overloaded
    /// The database or Stripe is away, or the service is stopping; nothing that can charge was
    /// sent.
    case unavailable
}
