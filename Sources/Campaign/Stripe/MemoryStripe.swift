public import Payments

/// A small, strict Stripe in memory: manual confirmation, keys, challenges with their hour, lists.
/// What it keeps is the oracle of the tests: a book of the charges and a log of the requests.
public final class MemoryStripe: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.

    /// What a payment method does when it is charged.
    public enum Card: Hashable, Sendable {
        case pays
        case declines(Closing)
        /// A challenge, and after it this; where the customer is away, a refusal that asks for
        /// them.
        indirect case challenges(then: Card)
        case processes
        /// Stripe does not take it.
        case unusable
    }

    public struct Charge: Hashable, Sendable {
        public let payment: String
        public let intent: PaymentIntentID
        /// With which payment method.
        public let method: String
        public let amount: Int64
        public let currency: String
        public let customer: String?
        public let at: Duration
    }

    /// A POST as it arrived.
    public struct Arrival: Hashable, Sendable {
        public enum Outcome: String, Sendable { case executed, replayed, refused, keyTaken, inUse }
        public let key: String
        public let request: FrozenRequest
        public let at: Duration
        public let outcome: Outcome
    }

    struct Intent {
        let id: PaymentIntentID
        let payment: String
        var method: String
        var amount: Int64
        let currency: String
        var card: Card
        let secret: ClientSecret
        let created: Int64
        /// The amount is only held until it is captured.
        let isCapturedLater: Bool
        var cvcCheck: CVCVerdict
        var heldAt: Int64?
        let isSaving: Bool
        /// The customer is not there for a challenge.
        var isOffSession = false
        /// Stripe takes the card off an intent whose try failed.
        var hasMethod = true
        /// The app may confirm it.
        var isAutomatic = false
        var status = "requires_confirmation"
        var lastError: Closing?
        var isAuthenticated = false
        var challengedAt: Int64?
        var customer: String?
        var isLive = false
    }

    enum StoredReply {
        case intent(IntentSnapshot, status: Int)
        case failure
    }

    struct StoredKey {
        let request: FrozenRequest
        let reply: StoredReply
        let at: Int64
    }

    let time: SimulatedTime
    public static let epoch: Int64 = 1_800_000_000
    /// How far its clock is ahead of the services'.
    public var skew: Duration = .zero
    public var cards: [PaymentMethodID: Card] = [:]
    /// What the bank says of the CVC of a card that is not listed as passing.
    public var cvcChecks: [PaymentMethodID: CVCVerdict] = [:]
    /// The same of a security code that was collected again, whichever card it is for.
    public var tokenChecks: [String: CVCVerdict] = [:]
    /// Whether no hold is captured, whatever the reason.
    public var refusesCaptures = false
    /// Equal for the names of one card; a name that is not listed is a card of its own.
    public var fingerprints: [PaymentMethodID: String] = [:]
    public var pageSize = 100
    /// Whether an hour that has passed is told by its own code, and not only by the status.
    public var tellsLapsedHour = true
    public internal(set) var book: [Charge] = []
    public internal(set) var arrivals: [Arrival] = []
    /// Reads, in their order: `retrieve pi_…`, `list`, `method pm_…`.
    public private(set) var reads: [String] = []
    /// When the last request that is still on its way will have had its effect.
    public private(set) var quietFrom: Duration = .zero
    /// Called with each POST before it has any effect.
    public var onArrival: (Arrival) -> Void = { _ in }
    /// Whether payment methods can be used again, as saved cards can. Where not, that alone keeps
    /// most second charges away, and hides what the keys do.
    public var keepsMethods = false
    /// Whether keys are forgotten as early as Stripe may, after 24 hours.
    public var forgetsOldKeys = false
    /// What is wrong with it on purpose, as a test of the tests.
    var mutation: Mutation?
    var intents: [PaymentIntentID: Intent] = [:]
    /// Oldest first.
    var order: [PaymentIntentID] = []
    var keys: [String: StoredKey] = [:]
    var keysInUse: Set<String> = []
    var usedMethods: [String: PaymentIntentID] = [:]
    /// Oldest first.
    public internal(set) var customers: [StripeCustomerID] = []
    var customerKeys: [String: StoredCustomer] = [:]
    /// Keys of cards that were taken off, under which a failure is kept.
    var spentDetachKeys: Set<String> = []
    /// Whom a saved card is attached to.
    public internal(set) var owners: [PaymentMethodID: StripeCustomerID] = [:]
    var detached: Set<PaymentMethodID> = []
    public internal(set) var deletedCustomers: Set<StripeCustomerID> = []
    var usedTokens: Set<String> = []
    public internal(set) var refunds: [Refund] = []
    /// Whether refunds are with the bank before they succeed.
    public var refundsArePending = false
    var refundKeys: [String: StoredRefund] = [:]
    public internal(set) var disputes: [DisputeID: DisputeSnapshot] = [:]
    /// Oldest first.
    var events: [Event] = []
    /// How many payments somebody canceled in the dashboard.
    var canceledByHand = 0

    public init(time: SimulatedTime) {
        self.time = time
    }

    public var seconds: Int64 { MemoryStripe.epoch + (time.now + skew).components.seconds }

    // MARK: What tests ask and do

    public func charges(of payment: PaymentID) -> [Charge] {
        book.filter { $0.payment == payment.description }
    }

    /// How many intents were made for an attempt.
    public func intentCount(of payment: String) -> Int {
        intents.values.count { $0.payment == payment }
    }

    public func status(of intent: PaymentIntentID) -> String? {
        lapse(intent)
        return intents[intent]?.status
    }

    /// What the bank said of the CVC of the card behind an intent.
    public func cvcCheck(of intent: PaymentIntentID) -> CVCVerdict? { intents[intent]?.cvcCheck }

    /// The customer does the challenge, or fails it.
    public func authenticate(_ intent: PaymentIntentID, succeeds: Bool = true) {
        lapse(intent)
        guard var known = intents[intent], known.status == "requires_action" else { return }
        known.isAuthenticated = succeeds
        known.status = succeeds ? "requires_confirmation" : "requires_payment_method"
        if !succeeds {
            known.lastError = Closing(code: "payment_intent_authentication_failure")
        } else if known.isAutomatic {
            _ = settle(&known, as: known.card)
        }
        intents[intent] = known
    }

    /// The app confirms an intent that it has, with this card.
    public func payInApp(_ intent: PaymentIntentID, with method: PaymentMethodID) {
        guard var known = intents[intent], known.isAutomatic,
            known.status == "requires_payment_method"
        else { return }
        known.method = method.description
        known.card = cards[method] ?? .pays
        known.isAuthenticated = false
        known.lastError = nil
        _ = settle(&known, as: known.card)
        intents[intent] = known
    }

    /// What a bank, or a hand in the dashboard, makes of an intent.
    public func force(
        _ intent: PaymentIntentID,
        status: String? = nil,
        amount: Int64? = nil,
        customer: String? = nil,
        isLive: Bool? = nil,
        cvcCheck: CVCVerdict? = nil
    ) {
        guard var known = intents[intent] else { return }
        known.amount = amount ?? known.amount
        known.customer = customer ?? known.customer
        known.isLive = isLive ?? known.isLive
        known.cvcCheck = cvcCheck ?? known.cvcCheck
        if let status {
            if status == "succeeded", known.status != "succeeded" { charge(known) }
            known.status = status
            tell(known)
        }
        intents[intent] = known
    }

    /// Forgets an intent, as Stripe forgets test data that somebody deletes.
    public func lose(_ intent: PaymentIntentID) {
        intents[intent] = nil
    }

    /// Forgets all that there is, but the book.
    func loseAll() {
        for intent in order { lose(intent) }
    }

    /// Forgets keys that are at least 24 hours old.
    public func pruneKeys() {
        let now = seconds
        keys = keys.filter { now - $0.value.at < 86_400 }
    }

    // MARK: Shared

    /// Lets something happen here later, whatever becomes of who asked for it.
    func later(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
        quietFrom = max(quietFrom, time.now + delay)
        time.call(after: delay, body)
    }

    func noteRead(_ what: String) { reads.append(what) }

    func charge(_ intent: Intent) {
        book.append(
            Charge(
                payment: intent.payment,
                intent: intent.id,
                method: intent.method,
                amount: intent.amount,
                currency: intent.currency,
                customer: intent.customer,
                at: time.now
            )
        )
    }

    /// The hour for the second confirm, by Stripe's own clock.
    func lapse(_ id: PaymentIntentID) {
        letGo(id)
        guard var intent = intents[id], let since = intent.challengedAt, seconds - since > 3600,
            !intent.isAutomatic,
            ["requires_action", "requires_confirmation"].contains(intent.status)
        else { return }
        intent.status = "requires_payment_method"
        intent.lastError = Closing(
            code: tellsLapsedHour
                ? "payment_intent_payment_attempt_expired" : "payment_intent_authentication_failure"
        )
        intents[id] = intent
    }

    /// A hold that nobody captured goes back after seven days.
    /// https://docs.stripe.com/payments/place-a-hold-on-a-payment-method
    private func letGo(_ id: PaymentIntentID) {
        guard let intent = intents[id], let since = intent.heldAt,
            intent.status == "requires_capture", seconds - since > MemoryStripe.longestHold
        else { return }
        intents[id]?.status = "canceled"
        intents[id].map(tell)
    }

    private static let longestHold: Int64 = 7 * 86_400

    func snapshot(_ intent: Intent, showsCharge: Bool = false) -> IntentSnapshot {
        IntentSnapshot(
            id: intent.id,
            status: intent.status,
            amount: intent.amount,
            amountReceived: intent.status == "succeeded" ? intent.amount : 0,
            currency: intent.currency,
            customer: intent.customer,
            method: intent.hasMethod ? PaymentMethodID(intent.method) : nil,
            clientSecret: intent.secret,
            paymentID: intent.payment,
            isLive: intent.isLive,
            lastError: intent.lastError,
            declinedCard: intent.lastError.flatMap { _ in
                PaymentMethodID(intent.method).flatMap(facts)?.fingerprint
            },
            cvcCheck: showsCharge ? shownCheck(of: intent) : nil,
            created: intent.created
        )
    }

    /// There is no charge, and so no check, before the card was asked.
    private func shownCheck(of intent: Intent) -> CVCVerdict? {
        ["requires_capture", "succeeded"].contains(intent.status) ? intent.cvcCheck : nil
    }
}
