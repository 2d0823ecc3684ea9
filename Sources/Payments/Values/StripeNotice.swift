/// What an event of Stripe's says. A hint and no more: the event shows its object as it was then,
/// events come in no certain order, and one may come twice or late.
/// https://docs.stripe.com/webhooks#event-ordering
public enum StripeNotice: Hashable, Sendable {
    /// `payment` is `metadata[payonce_payment_id]`, where that can be one of ours.
    case intent(PaymentIntentID, IntentNews, payment: PaymentID?)
    case refund(StripeRefundID, status: String, of: PaymentIntentID)
    /// So much of the intent's charge has gone back.
    case refunded(Int64, of: PaymentIntentID)
    case dispute(DisputeSnapshot)

    public var intent: PaymentIntentID {
        switch self {
        case .intent(let intent, _, payment: _), .refund(_, status: _, of: let intent),
            .refunded(_, of: let intent):
            intent
        case .dispute(let dispute): dispute.intent
        }
    }

    /// Our payment, by the metadata.
    public var payment: PaymentID? {
        switch self {
        case .intent(_, _, payment: let payment): payment
        case .refund, .refunded, .dispute: nil
        }
    }
}

/// What happened to an intent, as far as it can be news: what a card's bank and its holder do
/// before that is asked for by ourselves.
public enum IntentNews: Hashable, Sendable {
    case succeeded
    case canceled
    case processing
}

/// What is known here of a payment that a notice may be about.
public struct KnownPayment: Hashable, Sendable {
    public let id: PaymentID
    public let intent: PaymentIntentID?
    public let state: PaymentState
    public let refunded: Int64
    public let refunds: [StripeRefundID: RefundState]
    public let disputes: [DisputeID: DisputeStanding]

    public init(
        id: PaymentID,
        intent: PaymentIntentID?,
        state: PaymentState,
        refunded: Int64 = 0,
        refunds: [StripeRefundID: RefundState] = [:],
        disputes: [DisputeID: DisputeStanding] = [:]
    ) {
        self.id = id
        self.intent = intent
        self.state = state
        self.refunded = refunded
        self.refunds = refunds
        self.disputes = disputes
    }
}

/// Something about a payment that is to be read anew at Stripe.
public struct Hint: Hashable, Sendable {
    public let payment: PaymentID
    public let subject: Subject

    public init(_ payment: PaymentID, _ subject: Subject) {
        self.payment = payment
        self.subject = subject
    }

    public enum Subject: Hashable, Sendable {
        case intent
        case refunds
        case dispute(DisputeID)
        /// An intent that bears the payment's name in its metadata and is not the payment's.
        case stray(PaymentIntentID)

        /// As it is stored; `nil` for a word that this program does not know.
        public init?(word: String) {
            switch word {
            case "intent": self = .intent
            case "refunds": self = .refunds
            case _:
                if let dispute = DisputeID(word) {
                    self = .dispute(dispute)
                } else if let intent = PaymentIntentID(word) {
                    self = .stray(intent)
                } else {
                    return nil
                }
            }
        }

        public var word: String {
            switch self {
            case .intent: "intent"
            case .refunds: "refunds"
            case .dispute(let id): id.description
            case .stray(let id): id.description
            }
        }
    }
}
