import Money

/// Refunds in the database. Each method is one commit.
public protocol RefundRepository: Sendable {
    func ledger(of payment: PaymentID) async throws(StoreFailure) -> RefundLedger?

    /// Writes a refund and the event that says why, where nothing has happened to the payment since
    /// the ledger was read.
    ///
    /// - Returns: whether it was so. After a lost answer, read again.
    func write(_ change: RefundChange) async throws(StoreFailure) -> Bool

    /// Takes refunds that are due for a look; nobody else gets them within `hold`.
    func takeDueRefunds(
        atMost count: Int,
        hold: Duration
    ) async throws(StoreFailure) -> [RefundID]

    /// Puts off the next look, without an event.
    func putOff(_ refund: RefundID, for pause: Duration?) async throws(StoreFailure)

    func note(_ finding: OpsFinding) async throws(StoreFailure)
}

/// One refund as it is to be from now on, with the event that made it so.
public struct RefundChange: Hashable, Sendable {
    /// What the decision was made on.
    public let ledger: RefundLedger
    public let refund: Refund
    public let event: String
    public let eventDetail: String?
    /// Evidence, where the event is Stripe's answer to it.
    public let receipt: Receipt?
    /// When somebody looks at it next; `nil`: never.
    public let lookAfter: Duration?
    /// A complete list has missed it.
    public let isMissed: Bool
    public let instance: InstanceID

    public init(
        ledger: RefundLedger,
        refund: Refund,
        event: String,
        eventDetail: String? = nil,
        receipt: Receipt? = nil,
        lookAfter: Duration?,
        isMissed: Bool = false,
        instance: InstanceID
    ) {
        self.ledger = ledger
        self.refund = refund
        self.event = event
        self.eventDetail = eventDetail
        self.receipt = receipt
        self.lookAfter = lookAfter
        self.isMissed = isMissed
        self.instance = instance
    }

    /// The sum that the payment shows from then on.
    public var refunded: Int64 { ledger.with(refund).refunded }

    /// Whether the payment ends with it: one that a person decided about, once all of its money is
    /// with Stripe to be given back.
    public var endsPayment: Bool {
        ledger.payment.state == .quarantined && ledger.payment.charged != nil
            && refunded >= ledger.payment.taken.minorUnits
    }

    /// Where the payment stands from then on.
    public var state: PaymentState { endsPayment ? .canceled : ledger.payment.state }

    /// What the shop has to be told because of it, written in the same commit.
    public var outcome: PaymentOutcome? {
        PaymentOutcome(
            from: ledger.payment.state,
            to: state,
            in: ledger.payment.purchase.flow,
            because: endsPayment ? .canceled : ledger.payment.closing
        )
    }
}

/// Refunds at Stripe.
public protocol RefundProcessor: Sendable {
    func stripeSeconds() async -> Int64?

    /// Makes the bytes. Pure: equal drafts give equal bytes.
    func refundRequest(for draft: RefundDraft) -> FrozenRequest

    /// Posts it under its key, once; see `CardProcessor.post`.
    func postRefund(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async -> RefundReply

    /// The refunds of an intent, newest first, one page.
    func refunds(
        of intent: PaymentIntentID,
        after last: StripeRefundID?,
        deadline: Duration
    ) async -> ReadReply<RefundPage>
}

/// What a refund at Stripe is made of.
public struct RefundDraft: Hashable, Sendable {
    public let id: RefundID
    public let intent: PaymentIntentID
    public let minorUnits: Int64
    public let reason: RefundReason

    public init(id: RefundID, intent: PaymentIntentID, minorUnits: Int64, reason: RefundReason) {
        self.id = id
        self.intent = intent
        self.minorUnits = minorUnits
        self.reason = reason
    }
}

/// What is known after posting a refund.
public enum RefundReply: Hashable, Sendable {
    case refund(RefundSnapshot, Receipt)
    /// Stripe refused, and the refusal proves that nothing was given back; its code.
    case refused(String, Receipt)
    /// A failure that Stripe keeps as the answer to this key, or a key that it knows with other
    /// parameters.
    case keptFailure(Receipt)
    /// Not now: nothing is known, try again.
    case busy
    /// No byte was sent.
    case notSent
    /// It may have been executed.
    case unknown
}

/// What Stripe says of a refund.
public struct RefundSnapshot: Hashable, Sendable {
    public let id: StripeRefundID
    /// Stripe's own word.
    public let status: String
    public let minorUnits: Int64
    /// Our names in its metadata, where we made it.
    public let paymentID: String?
    public let number: String?
    public let failure: String?

    public init(
        id: StripeRefundID,
        status: String,
        minorUnits: Int64,
        paymentID: String?,
        number: String?,
        failure: String?
    ) {
        self.id = id
        self.status = status
        self.minorUnits = minorUnits
        self.paymentID = paymentID
        self.number = number
        self.failure = failure
    }
}

public struct RefundPage: Hashable, Sendable {
    public let refunds: [RefundSnapshot]
    public let hasMore: Bool

    public init(refunds: [RefundSnapshot], hasMore: Bool) {
        self.refunds = refunds
        self.hasMore = hasMore
    }
}
