public import Money

/// What the shop is told of a payment, so that it can hand over the goods: once for each outcome,
/// under a name that stays the same however often it is told.
public struct Fulfillment: Hashable, Sendable {
    public let id: FulfillmentID
    public let intent: PaymentIntentID?
    public let purchase: Purchase
    public let amount: Amount

    public init(
        id: FulfillmentID,
        intent: PaymentIntentID?,
        purchase: Purchase,
        amount: Amount
    ) {
        self.id = id
        self.intent = intent
        self.purchase = purchase
        self.amount = amount
    }

    init(_ outcome: PaymentOutcome, of payment: Payment) {
        self.init(
            id: FulfillmentID(outcome, of: payment.id),
            intent: payment.intent,
            purchase: payment.purchase,
            amount: payment.taken
        )
    }
}

/// Names what the shop is told: `ful_`, the digits of the payment, `_` and the outcome. It follows
/// from the payment, so that one outcome is one row however often it is found.
public struct FulfillmentID: Hashable, Sendable, CustomStringConvertible {
    public let payment: PaymentID
    public let outcome: PaymentOutcome

    public init(_ outcome: PaymentOutcome, of payment: PaymentID) {
        self.payment = payment
        self.outcome = outcome
    }

    public init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "ful", let payment = PaymentID("pay_\(parts[1])"),
            let outcome = PaymentOutcome(rawValue: String(parts[2]))
        else { return nil }
        self.init(outcome, of: payment)
    }

    /// The word under which the shop is told: `payment.succeeded`.
    public var type: String { "payment.\(outcome.rawValue)" }

    public var description: String {
        "ful_\(payment.description.dropFirst(4))_\(outcome.rawValue)"
    }
}

/// One that the shop has not acknowledged, as it is listed.
public struct OpenFulfillment: Hashable, Sendable {
    public let fulfillment: Fulfillment
    /// How often its delivery was begun.
    public let attempts: Int
    /// What went wrong the last time; `nil` where nothing did.
    public let failure: String?
    /// When the outcome was written down, in microseconds since 1970 by the database's clock.
    public let unixMicroseconds: Int64

    public init(
        fulfillment: Fulfillment,
        attempts: Int,
        failure: String?,
        unixMicroseconds: Int64
    ) {
        self.fulfillment = fulfillment
        self.attempts = attempts
        self.failure = failure
        self.unixMicroseconds = unixMicroseconds
    }
}
