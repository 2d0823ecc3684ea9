public import Payments

/// A payment as far as it is compared with Stripe, read after Stripe's list.
public struct BookEntry: Hashable, Sendable {
    public let id: String
    public let state: PaymentState
    public let money: PaymentFacts.Money
    /// What a person found to be taken; `nil`: nothing else than was asked.
    public let charged: PaymentFacts.Money?
    public let refunded: Int64
    public let stripeCustomer: String?
    public let cartText: String
    public let intent: String?
    public let claimedMicroseconds: Int64
    public let sinceChange: Duration

    public init(
        id: String,
        state: PaymentState,
        money: PaymentFacts.Money,
        charged: PaymentFacts.Money? = nil,
        refunded: Int64,
        stripeCustomer: String?,
        cartText: String,
        intent: String?,
        claimedMicroseconds: Int64,
        sinceChange: Duration
    ) {
        self.id = id
        self.state = state
        self.money = money
        self.charged = charged
        self.refunded = refunded
        self.stripeCustomer = stripeCustomer
        self.cartText = cartText
        self.intent = intent
        self.claimedMicroseconds = claimedMicroseconds
        self.sinceChange = sinceChange
    }

    /// What was taken, or would be.
    var taken: PaymentFacts.Money { charged ?? money }

    /// Whether money that was found for it has gone back wholly.
    var isGivenBack: Bool { charged.map { refunded >= $0.minorUnits } ?? false }

    func finding(
        _ kind: FindingKind,
        _ facts: [AuditFinding.Fact],
        prepared: PreparedAction? = nil
    ) -> AuditFinding {
        AuditFinding(kind, id, at: claimedMicroseconds, facts, prepared: prepared)
    }
}

/// A refund as our book has it.
public struct RecordedRefund: Hashable, Sendable {
    public let payment: String
    public let number: Int64
    public let state: RefundState
    public let minorUnits: Int64
    /// Stripe's name, once known.
    public let refund: String?

    public init(
        payment: String,
        number: Int64,
        state: RefundState,
        minorUnits: Int64,
        refund: String?
    ) {
        self.payment = payment
        self.number = number
        self.state = state
        self.minorUnits = minorUnits
        self.refund = refund
    }
}
