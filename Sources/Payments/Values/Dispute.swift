/// What Stripe says of a dispute: the bank asks for a charge back.
/// https://docs.stripe.com/api/disputes/object
public struct DisputeSnapshot: Hashable, Sendable {
    public let id: DisputeID
    public let intent: PaymentIntentID
    /// Minor units of the charge's currency.
    public let minorUnits: Int64
    public let currencyCode: String
    /// Stripe's own word: `fraudulent`, `product_not_received` and so on.
    public let reason: String
    public let standing: DisputeStanding

    public init(
        id: DisputeID,
        intent: PaymentIntentID,
        minorUnits: Int64,
        currencyCode: String,
        reason: String,
        standing: DisputeStanding
    ) {
        self.id = id
        self.intent = intent
        self.minorUnits = minorUnits
        self.currencyCode = currencyCode
        self.reason = reason
        self.standing = standing
    }
}

/// What changes about a dispute.
public struct DisputeStanding: Hashable, Sendable {
    /// Stripe's own word: `needs_response`, `under_review`, `won`, `lost` and so on.
    public let status: String
    public let funds: DisputeFunds

    public init(status: String, funds: DisputeFunds) {
        self.status = status
        self.funds = funds
    }
}

/// Where the disputed money is.
public enum DisputeFunds: String, Hashable, Sendable, CaseIterable {
    /// With the shop: the bank only asks.
    case untouched
    /// Taken from the shop's balance.
    case withdrawn
    /// Taken, and given back.
    case reinstated
}

/// A payment with one of its disputes, as it was read.
public struct DisputeLedger: Hashable, Sendable {
    public let payment: PaymentID
    /// Counts what happened to the payment; see `RefundLedger`.
    public let version: Int64
    /// `nil` where the dispute is new.
    public let known: DisputeStanding?

    public init(payment: PaymentID, version: Int64, known: DisputeStanding?) {
        self.payment = payment
        self.version = version
        self.known = known
    }
}
