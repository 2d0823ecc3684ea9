public import Money

/// A merchant's request to give money back.
public struct RefundRequest: Hashable, Sendable {
    public let payment: PaymentID
    public let key: IdempotencyKey
    /// `nil`: all that is left.
    public let minorUnits: Int64?
    public let reason: RefundReason
    /// The intent whose money is meant, where that is not the payment's own.
    let stray: PaymentIntentID?

    public init(
        payment: PaymentID,
        key: IdempotencyKey,
        minorUnits: Int64?,
        reason: RefundReason
    ) {
        self.init(payment: payment, key: key, minorUnits: minorUnits, reason: reason, stray: nil)
    }

    init(
        payment: PaymentID,
        key: IdempotencyKey,
        minorUnits: Int64?,
        reason: RefundReason,
        stray: PaymentIntentID?
    ) {
        self.payment = payment
        self.key = key
        self.minorUnits = minorUnits
        self.reason = reason
        self.stray = stray
    }
}

/// What a request for a refund ends with.
public indirect enum RefundAnswer: Hashable, Sendable {
    case standing(RefundView)
    case refused(RefundRefusal)
}

/// A refund as its asker may see it.
public struct RefundView: Hashable, Sendable {
    public let id: RefundID
    public let amount: Amount
    public let state: RefundState
    public let failure: String?
    /// An earlier request with this key had asked for it.
    public let isReplay: Bool

    public init(
        id: RefundID,
        amount: Amount,
        state: RefundState,
        failure: String?,
        isReplay: Bool
    ) {
        self.id = id
        self.amount = amount
        self.state = state
        self.failure = failure
        self.isReplay = isReplay
    }
}

/// Why a request gives nothing back.
public enum RefundRefusal: Hashable, Sendable {
    case notFound
    /// No money was taken, or it is not known.
    case notRefundable
    case alreadyRefunded
    case tooMuch(left: Int64)
    /// Another refund of the payment is under way.
    case inProgress
    /// The key was used for another refund of the payment.
    case keyReused
    /// The database or Stripe is away; nothing was sent.
    case unavailable
}
