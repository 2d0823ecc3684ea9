public import Money

/// A person's word about a payment that the service cannot end by itself.
public struct ResolveRequest: Hashable, Sendable {
    public let payment: PaymentID
    public let action: ResolveAction
    public let reason: ResolveReason
    public let who: Operator
    /// The intent that is meant, where a finding names another one than the payment's own.
    public let intent: PaymentIntentID?
    /// What Stripe is told with a refund.
    public let refundReason: RefundReason

    public init(
        payment: PaymentID,
        action: ResolveAction,
        reason: ResolveReason,
        who: Operator,
        intent: PaymentIntentID? = nil,
        refundReason: RefundReason = .duplicate
    ) {
        self.payment = payment
        self.action = action
        self.reason = reason
        self.who = who
        self.intent = intent
        self.refundReason = refundReason
    }
}

/// What a person's word came to.
public indirect enum ResolveAnswer: Hashable, Sendable {
    /// It is as was asked. `wasSo`: it had been before.
    case resolved(ResolveView, wasSo: Bool)
    /// What was begun is durable and goes on; a repeat tells what came of it.
    case underWay(ResolveView)
    /// Nothing was changed, and why.
    case refused(ResolveRefusal, ResolveView?)
}

/// A payment as whoever resolves it sees it.
public struct ResolveView: Hashable, Sendable {
    public let payment: PaymentID
    public let state: PaymentState
    /// What was taken, or was to be taken where nothing was.
    public let amount: Amount
    /// Minor units that were given back, or are on their way back.
    public let refunded: Int64
    public let intent: PaymentIntentID?
    public let closing: Closing?

    public init(of payment: Payment) {
        self.payment = payment.id
        state = payment.state
        amount = payment.taken
        refunded = payment.refunded
        intent = payment.intent
        closing = payment.closing
    }
}

/// Why a payment was left as it is.
public enum ResolveRefusal: Hashable, Sendable {
    case notFound
    /// The service itself is at work on it, or another person is.
    case inProgress
    /// It has ended, and what was asked belongs before its end.
    case ended
    /// Stripe has taken money for it: refund or adopt instead.
    case moneyIsThere(PaymentIntentID)
    /// Stripe has taken no money for it, so that there is nothing to give back; its word.
    case noMoneyIsThere(String)
    /// Stripe has not come to an end with it: wait, or close; its word.
    case notOver(String)
    /// Stripe has no intent of it, so that there is nothing to adopt or to give back.
    case nothingIsThere
    /// Stripe shows none, but what was sent may still be executed: again after this time.
    case tooEarly(wait: Duration)
    /// Several intents bear the payment's name: one of them has to be named.
    case severalIntents([PaymentIntentID])
    /// The intent is not known to be the payment's.
    case otherIntent(PaymentIntentID)
    /// Stripe's answer was about an intent that does not bear the payment's name, and that is not
    /// known any more.
    case unnamedIntent
    /// The refund was refused.
    case refund(RefundRefusal)
    /// Stripe or the bank did not give it back, and why.
    case refundFailed(String)
    /// Stripe or the database is away, or the service is stopping: again later.
    case unavailable
}

/// The words under which the outside knows them.
extension ResolveRefusal {
    public var word: String {
        switch self {
        case .notFound: "not_found"
        case .inProgress: "in_progress"
        case .ended: "ended"
        case .moneyIsThere: "money_is_there"
        case .noMoneyIsThere: "no_money_is_there"
        case .notOver: "not_over"
        case .nothingIsThere: "nothing_is_there"
        case .tooEarly: "too_early"
        case .severalIntents: "several_intents"
        case .otherIntent: "other_intent"
        case .unnamedIntent: "unnamed_intent"
        case .refund: "refund_refused"
        case .refundFailed: "refund_failed"
        case .unavailable: "unavailable"
        }
    }

    /// What to do instead, in one sentence.
    public var sentence: String {
        switch self {
        case .notFound: "There is no such payment."
        case .inProgress: "The service is at work on it: look again in a minute."
        case .ended: "It has ended: only money of it that is there can be given back (refund)."
        case .moneyIsThere(let intent): "\(intent) has taken money: refund or adopt it instead."
        case .noMoneyIsThere(let word):
            "Stripe has taken no money (\(word)): there is nothing to give back."
        case .notOver(let word): "It is not over at Stripe (\(word)): close it, or wait."
        case .nothingIsThere: "Stripe has no intent of it: close it."
        case .tooEarly(let wait):
            "What was sent may still be executed: again in \(wait.components.seconds) seconds."
        case .severalIntents(let intents):
            "Several intents bear its name, so that one has to be named: "
                + intents.map(\.description).joined(separator: ", ")
        case .otherIntent(let intent): "\(intent) is not known to be an intent of this payment."
        case .unnamedIntent:
            "Stripe answered about an intent that does not bear its name: put the metadata right."
        case .refund(let why): "The refund was refused: \(why)."
        case .refundFailed(let why): "The money did not go back: \(why)."
        case .unavailable: "Stripe or the database is away: again later."
        }
    }
}
