/// What happened at Stripe, as Stripe lists it.
public protocol EventFeed: Sendable {
    func stripeSeconds() async -> Int64?

    /// The events of the kinds that can be news, newest first, one page of at most 100. Never at
    /// the expense of a payment: it goes when nobody else wants to.
    func notices(
        in window: EventWindow,
        after last: StripeEventID?,
        deadline: Duration
    ) async -> ReadReply<NoticePage>

    func dispute(_ id: DisputeID, deadline: Duration) async -> ReadReply<DisputeSnapshot>
}

public struct NoticePage: Hashable, Sendable {
    public let notices: [StripeNotice]
    public let hasMore: Bool
    public let last: StripeEventID?

    public init(notices: [StripeNotice], hasMore: Bool, last: StripeEventID?) {
        self.notices = notices
        self.hasMore = hasMore
        self.last = last
    }
}

/// How far Stripe's events were read, and what is to be looked at because of them. Each method is
/// one commit.
public protocol EventRepository: Sendable {
    /// The turn to read, where it is due and nobody has it; for so long it is this caller's alone.
    func takeTurn(hold: Duration) async throws(StoreFailure) -> EventTurn?
    /// What is known of the payments that these are about.
    func known(of notices: [StripeNotice]) async throws(StoreFailure) -> [KnownPayment]
    /// Writes down what is to be looked at, at once, and keeps the turn for so long; `false` where
    /// it was lost, and nothing was written.
    func write(
        _ hints: [Hint],
        _ turn: EventTurn,
        hold: Duration
    ) async throws(StoreFailure) -> Bool
    /// Gives the turn back: all events up to `readThrough` were read, and the next turn is due
    /// after the pause. A turn that was lost changes nothing.
    func end(
        _ turn: EventTurn,
        readThrough: Int64?,
        pause: Duration
    ) async throws(StoreFailure)
    /// A person is to know that events between these moments were never read.
    func noteGap(from: Int64, to: Int64) async throws(StoreFailure)

    /// Takes hints that are due; nobody else gets them within `hold`.
    func takeDue(atMost count: Int, hold: Duration) async throws(StoreFailure) -> [TakenHint]
    /// It was followed; one that has been written anew since it was taken stays.
    func end(_ hint: TakenHint) async throws(StoreFailure)
    func putOff(_ hint: TakenHint, for pause: Duration) async throws(StoreFailure)

    func disputes(
        of payment: PaymentID,
        _ dispute: DisputeID
    ) async throws(StoreFailure) -> DisputeLedger?
    /// Writes a dispute and the event of the timeline, where nothing has happened to the payment
    /// since the ledger was read.
    func write(_ change: DisputeChange) async throws(StoreFailure) -> Bool
    func note(_ finding: OpsFinding) async throws(StoreFailure)
}

/// The right to read Stripe's events.
public struct EventTurn: Hashable, Sendable {
    /// Grows with each turn.
    public let number: Int64
    public let readThrough: Int64?
    /// The age of the oldest payment, where nothing was read yet.
    public let oldest: Duration?

    public init(number: Int64, readThrough: Int64?, oldest: Duration?) {
        self.number = number
        self.readThrough = readThrough
        self.oldest = oldest
    }
}

public struct TakenHint: Hashable, Sendable {
    public let hint: Hint
    /// Takings, this one included.
    public let attempts: Int
    /// Which version of it was taken.
    public let version: Int64

    public init(hint: Hint, attempts: Int, version: Int64) {
        self.hint = hint
        self.attempts = attempts
        self.version = version
    }
}

/// One dispute as it is from now on.
public struct DisputeChange: Hashable, Sendable {
    /// What the decision was made on.
    public let ledger: DisputeLedger
    public let dispute: DisputeSnapshot
    public let event: String
    public let instance: InstanceID

    public init(
        ledger: DisputeLedger,
        dispute: DisputeSnapshot,
        event: String,
        instance: InstanceID
    ) {
        self.ledger = ledger
        self.dispute = dispute
        self.event = event
        self.instance = instance
    }

    public var eventDetail: String {
        let standing = dispute.standing
        return "\(dispute.id) \(dispute.minorUnits) \(dispute.currencyCode) \(dispute.reason), "
            + "\(standing.status), funds \(standing.funds.rawValue)"
    }
}
