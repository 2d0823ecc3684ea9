/// Everything that Stripe has, by when it was created: for whoever compares it with our book. Paced
/// behind everything that a payment waits for.
public protocol StripeLists: Sendable {
    /// The intents created in `range` (seconds since 1970 by Stripe's clock), newest first, one
    /// page of at most 100.
    func intents(
        createdIn range: Range<Int64>,
        after last: PaymentIntentID?,
        deadline: Duration
    ) async -> ReadReply<IntentPage>

    /// The charges created in `range`, newest first, one page. `last` is the name of a charge.
    func charges(
        createdIn range: Range<Int64>,
        after last: String?,
        deadline: Duration
    ) async -> ReadReply<ChargePage>

    /// The refunds created in `range`, newest first, one page.
    func refunds(
        createdIn range: Range<Int64>,
        after last: StripeRefundID?,
        deadline: Duration
    ) async -> ReadReply<ListedRefundPage>

    /// Reads an intent again, to see whether a difference is still there.
    func intent(_ intent: PaymentIntentID, deadline: Duration) async -> ReadReply<IntentSnapshot>

    /// Stripe's time now, asked of Stripe; `nil` where it does not answer.
    func presentSeconds(deadline: Duration) async -> Int64?
}

/// What Stripe says of a charge: one try to take money.
public struct ChargeSnapshot: Hashable, Sendable {
    public let id: String
    public let intent: String?
    /// Whether it took money that was not only held.
    public let isCaptured: Bool
    public let minorUnits: Int64
    public let refundedMinorUnits: Int64
    public let cardFingerprint: String?
    public let cvcCheck: CVCVerdict?
    /// Seconds since 1970 by Stripe's clock.
    public let created: Int64

    public init(
        id: String,
        intent: String?,
        isCaptured: Bool,
        minorUnits: Int64,
        refundedMinorUnits: Int64,
        cardFingerprint: String?,
        cvcCheck: CVCVerdict?,
        created: Int64
    ) {
        self.id = id
        self.intent = intent
        self.isCaptured = isCaptured
        self.minorUnits = minorUnits
        self.refundedMinorUnits = refundedMinorUnits
        self.cardFingerprint = cardFingerprint
        self.cvcCheck = cvcCheck
        self.created = created
    }
}

public struct ChargePage: Hashable, Sendable {
    public let charges: [ChargeSnapshot]
    public let hasMore: Bool

    public init(charges: [ChargeSnapshot], hasMore: Bool) {
        self.charges = charges
        self.hasMore = hasMore
    }
}

/// A refund in a list of all refunds: what it is, of which intent, and when.
public struct ListedRefund: Hashable, Sendable {
    public let refund: RefundSnapshot
    public let intent: String?
    public let created: Int64

    public init(refund: RefundSnapshot, intent: String?, created: Int64) {
        self.refund = refund
        self.intent = intent
        self.created = created
    }
}

public struct ListedRefundPage: Hashable, Sendable {
    public let refunds: [ListedRefund]
    public let hasMore: Bool

    public init(refunds: [ListedRefund], hasMore: Bool) {
        self.refunds = refunds
        self.hasMore = hasMore
    }
}
