public import Money
public import Payments

/// A payment as people look at it.
public struct BookedPayment: Hashable, Sendable {
    public let id: PaymentID
    public let state: PaymentState
    /// What was taken, or was to be taken.
    public let amount: Amount
    /// Minor units that were given back, or are on their way back.
    public let refunded: Int64
    public let purchase: Purchase
    public let intent: String?
    public let method: String?
    /// Of a saved card; what other cards are only Stripe knows.
    public let card: Card?
    public let closing: Closing?
    public let claimedMicroseconds: Int64
    public let changedMicroseconds: Int64

    public struct Card: Hashable, Sendable {
        public let brand: String
        public let last4: String

        public init(brand: String, last4: String) {
            self.brand = brand
            self.last4 = last4
        }
    }

    public init(
        id: PaymentID,
        state: PaymentState,
        amount: Amount,
        refunded: Int64,
        purchase: Purchase,
        intent: String?,
        method: String?,
        card: Card?,
        closing: Closing?,
        claimedMicroseconds: Int64,
        changedMicroseconds: Int64
    ) {
        self.id = id
        self.state = state
        self.amount = amount
        self.refunded = refunded
        self.purchase = purchase
        self.intent = intent
        self.method = method
        self.card = card
        self.closing = closing
        self.claimedMicroseconds = claimedMicroseconds
        self.changedMicroseconds = changedMicroseconds
    }
}

/// Money that went back, or was to.
public struct BookedRefund: Hashable, Sendable {
    public let number: Int64
    public let state: String
    public let minorUnits: Int64
    public let reason: String?
    /// Stripe's name of it.
    public let refund: String?
    public let failure: String?
    public let madeMicroseconds: Int64

    public init(
        number: Int64,
        state: String,
        minorUnits: Int64,
        reason: String?,
        refund: String?,
        failure: String?,
        madeMicroseconds: Int64
    ) {
        self.number = number
        self.state = state
        self.minorUnits = minorUnits
        self.reason = reason
        self.refund = refund
        self.failure = failure
        self.madeMicroseconds = madeMicroseconds
    }
}

/// A payment with all that is written down about it.
public struct PaymentFile: Hashable, Sendable {
    public let payment: BookedPayment
    public let timeline: Timeline
    public let refunds: [BookedRefund]
    public let findings: [KeptFinding]

    public init(
        payment: BookedPayment,
        timeline: Timeline,
        refunds: [BookedRefund],
        findings: [KeptFinding]
    ) {
        self.payment = payment
        self.timeline = timeline
        self.refunds = refunds
        self.findings = findings
    }
}
