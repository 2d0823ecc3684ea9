public import Money

/// The database, as the use cases see it. Every method is one durable step: what it returns has
/// been committed, and nothing of it has where it throws `StoreFailure.unavailable`.
public protocol PaymentRepository: Sendable {
    /// Takes all guards of a new attempt and writes it, or takes none.
    func claim(_ claim: Claim) async throws(StoreFailure) -> ClaimResult
    /// Who holds these guards; free ones are left out.
    func holders(of guards: [Guard]) async throws(StoreFailure) -> [GuardHolder]
    /// As `holders`, and what the order costs where the shop has fixed it, in one look.
    func look(
        at guards: [Guard],
        fixing order: OrderID
    ) async throws(StoreFailure) -> OrderLook
    /// Writes down what an order costs, unless that was done before or somebody has begun to pay
    /// it; what stands then is to be looked at.
    func fix(_ order: FixedOrder, by key: String) async throws(StoreFailure)
    func payment(_ id: PaymentID) async throws(StoreFailure) -> Payment?
    func payment(of intent: PaymentIntentID) async throws(StoreFailure) -> Payment?

    /// Writes a change where state and fence are still the expected ones, and makes `instance` the
    /// owner unless the change releases the attempt; the fence grows where the owner is a new one.
    /// `nil`: somebody else was further, and nothing was written.
    func record(_ change: PaymentChange) async throws(StoreFailure) -> Payment?

    /// Takes an attempt over from nobody or from an owner whose lease has lapsed; `nil` where it
    /// has a live owner or changed in between.
    func takeOver(
        _ payment: Payment,
        by instance: InstanceID,
        customerIsHere: Bool
    ) async throws(StoreFailure) -> Payment?

    /// Takes an attempt from a live owner who does nothing but read, or asks for a cancel: whatever
    /// moves money is written down first, and meets a fence that is not its own any more. `nil`
    /// where it changed in between.
    func seize(_ payment: Payment, by instance: InstanceID) async throws(StoreFailure) -> Payment?

    /// Points a free guard at an attempt that began under another one.
    func join(
        _ guarding: Guard,
        fingerprint: Fingerprint,
        to payment: PaymentID
    ) async throws(StoreFailure)

    /// Notes that the customer asked again for the step that is open.
    func renewAsked(_ payment: PaymentID) async throws(StoreFailure)

    /// How many attempts on the order were replaced within the last hour.
    func replacements(of order: OrderID) async throws(StoreFailure) -> Int

    /// Takes over attempts that nobody works on and that are due for a look.
    func takeDue(
        atMost count: Int,
        by instance: InstanceID,
        stripeSeconds: Int64?
    ) async throws(StoreFailure) -> [Payment]

    /// Something has happened to these intents: those that an app has are due for a look now.
    func lookNow(at intents: [PaymentIntentID]) async throws(StoreFailure)

    /// Attempts of this instance that need work and have been in their state for this long.
    func attempts(
        of instance: InstanceID,
        unchangedFor age: Duration
    ) async throws(StoreFailure) -> [PaymentID]

    /// Writes or renews the lease of an instance; `false` where it has already been lost, so that
    /// the instance needs a new name.
    func renewLease(of instance: InstanceID, for duration: Duration) async throws(StoreFailure)
        -> Bool
    /// How many instances have a live lease.
    func liveInstances() async throws(StoreFailure) -> Int
    func endLease(of instance: InstanceID) async throws(StoreFailure)

    /// Notes something that a person has to look at; the same finding is kept once.
    func note(_ finding: OpsFinding) async throws(StoreFailure)

    /// Closes the open findings of these kinds about a payment or an intent, with who put it right
    /// and why.
    func closeFindings(
        _ kinds: [String],
        about subjects: [String],
        by who: Operator,
        because reason: ResolveReason
    ) async throws(StoreFailure)
}

/// A database that did not do what was asked.
public enum StoreFailure: Error, Hashable, Sendable {
    /// Nothing was written.
    case unavailable
    /// It may have been written: read before deciding.
    case outcomeUnknown
    /// It was refused and will be again; nothing was written.
    case refused
}

/// A new attempt with the guards it needs and its first step, written in one commit.
public struct Claim: Hashable, Sendable {
    public let payment: PaymentID
    public let instance: InstanceID
    public let purchase: Purchase
    public let fingerprint: Fingerprint
    public let amountMinorUnits: Int64
    public let method: PaymentMethodID?
    public let presentation: Presentation
    public let card: CardUse
    public let origin: String
    public let operation: FrozenRequest
    public let stripeSeconds: Int64?
    /// The guards in their locking order, each with the closed attempt that it is taken from.
    public let guards: [ClaimedGuard]

    public init(
        payment: PaymentID,
        instance: InstanceID,
        purchase: Purchase,
        fingerprint: Fingerprint,
        amountMinorUnits: Int64,
        method: PaymentMethodID?,
        presentation: Presentation,
        card: CardUse = .plain,
        origin: String,
        operation: FrozenRequest,
        stripeSeconds: Int64?,
        guards: [ClaimedGuard]
    ) {
        self.payment = payment
        self.instance = instance
        self.purchase = purchase
        self.fingerprint = fingerprint
        self.amountMinorUnits = amountMinorUnits
        self.method = method
        self.presentation = presentation
        self.card = card
        self.origin = origin
        self.operation = operation
        self.stripeSeconds = stripeSeconds
        self.guards = guards
    }
}

/// A guard as a claim wants it.
public struct ClaimedGuard: Hashable, Sendable {
    public let wanted: Guard
    /// The closed attempt that held it when the request looked; `nil` where it was free.
    public let previous: PaymentID?
    /// The attempts that began under it, this one included; 0 for a guard that is not the primary.
    public let attempts: Int

    public init(wanted: Guard, previous: PaymentID?, attempts: Int) {
        self.wanted = wanted
        self.previous = previous
        self.attempts = attempts
    }
}

public enum ClaimResult: Hashable, Sendable {
    case claimed(Payment)
    /// Somebody else holds at least one of the guards; nothing was written.
    case held([GuardHolder])
}

/// What is known of an order and the guards of a request to pay it.
public struct OrderLook: Hashable, Sendable {
    public let holders: [GuardHolder]
    /// `nil` where the shop has not fixed it.
    public let order: FixedOrder?

    public init(holders: [GuardHolder], order: FixedOrder?) {
        self.holders = holders
        self.order = order
    }
}

/// What is to change about an attempt, in one commit with the event that says why.
public struct PaymentChange: Hashable, Sendable {
    public let payment: Payment
    public let instance: InstanceID
    public var state: PaymentState
    public var closing: Closing?
    public var intent: PaymentIntentID?
    public var clientSecret: ClientSecret?
    /// Written once; a verdict that stands already is kept.
    public var cvcVerdict: CVCVerdict?
    /// What a person found to be taken; see `Payment.charged`.
    public var charged: Amount?
    /// Stripe's time of the challenge that is being asked for.
    public var actionStripeSeconds: Int64?
    /// Evidence for the newest step.
    public var receipt: Receipt?
    /// A step that is to be sent next.
    public var nextStep: NextStep?
    /// The recovery leaves the customer another hour.
    public var givesGrace = false
    /// What happened, as a stable word for the timeline.
    public var event: String
    public var eventDetail: String?
    /// Gives the attempt up and asks for a look after this time; `nil` keeps it.
    public var release: Release

    /// What the shop has to be told because of it, written in the same commit.
    public var outcome: PaymentOutcome? {
        PaymentOutcome(
            from: payment.state,
            to: state,
            in: payment.purchase.flow,
            because: closing
        )
    }

    public enum Release: Hashable, Sendable {
        case keep
        case forGood
        case lookAfter(Duration)
    }

    public init(of payment: Payment, by instance: InstanceID, event: String) {
        self.payment = payment
        self.instance = instance
        self.state = payment.state
        self.closing = payment.closing
        self.intent = payment.intent
        self.clientSecret = payment.clientSecret
        self.cvcVerdict = payment.cvcVerdict
        self.charged = payment.charged
        self.actionStripeSeconds = payment.times.actionStripeSeconds
        self.event = event
        self.release = .keep
    }
}

/// A step that is to be sent next. Its number is one more than that of the last of its name.
public struct NextStep: Hashable, Sendable {
    public let name: Operation.Name
    public let request: FrozenRequest
    public let stripeSeconds: Int64?
    /// Whether a request of the customer asks for it, which renews the time within which it may be
    /// repeated.
    public let isAskedByCustomer: Bool

    public init(
        name: Operation.Name,
        request: FrozenRequest,
        stripeSeconds: Int64?,
        isAskedByCustomer: Bool
    ) {
        self.name = name
        self.request = request
        self.stripeSeconds = stripeSeconds
        self.isAskedByCustomer = isAskedByCustomer
    }
}

/// Something that a person has to look at.
public struct OpsFinding: Hashable, Sendable {
    public let payment: PaymentID
    /// A stable word: `mismatch`, `contradiction`, `intent_missing`, `no_progress`,
    /// `unattended`, `cvc_unchecked`, `cvc_failed`.
    public let kind: String
    public let detail: String

    public init(payment: PaymentID, kind: String, detail: String) {
        self.payment = payment
        self.kind = kind
        self.detail = detail
    }
}
