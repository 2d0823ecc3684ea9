/// Money of a payment that goes back, or was to go back.
public struct Refund: Hashable, Sendable {
    public let id: RefundID
    public var state: RefundState
    public let minorUnits: Int64
    /// The intent whose money it is, where that is not the payment's own: a second charge.
    public let stray: PaymentIntentID?
    /// What a caller asked for; `nil` where the refund was made at Stripe and only found there.
    public let order: RefundOrder?
    /// Stripe's own name, once known.
    public var stripeName: StripeRefundID?
    /// Why it failed, as a stable word.
    public var failure: String?
    public var ages: RefundAges

    public init(
        id: RefundID,
        state: RefundState,
        minorUnits: Int64,
        stray: PaymentIntentID? = nil,
        order: RefundOrder?,
        stripeName: StripeRefundID? = nil,
        failure: String? = nil,
        ages: RefundAges = RefundAges()
    ) {
        self.id = id
        self.state = state
        self.minorUnits = minorUnits
        self.stray = stray
        self.order = order
        self.stripeName = stripeName
        self.failure = failure
        self.ages = ages
    }
}

/// The request behind a refund, and what was made of it for Stripe.
public struct RefundOrder: Hashable, Sendable {
    /// A digest of the caller's key.
    public let key: String
    /// As it was asked for; `nil`: all that was left.
    public let asked: Int64?
    public let reason: RefundReason
    /// Sent byte by byte the same each time.
    public let request: FrozenRequest
    /// Stripe's time when it was made durable.
    public let stripeSeconds: Int64?

    public init(
        key: String,
        asked: Int64?,
        reason: RefundReason,
        request: FrozenRequest,
        stripeSeconds: Int64?
    ) {
        self.key = key
        self.asked = asked
        self.reason = reason
        self.request = request
        self.stripeSeconds = stripeSeconds
    }
}

/// How long ago, by the database's clock, when the row was read.
public struct RefundAges: Hashable, Sendable {
    public var sinceMade: Duration
    /// Since a complete list did not show it; `nil` where none missed it.
    public var sinceMissed: Duration?

    public init(sinceMade: Duration = .zero, sinceMissed: Duration? = nil) {
        self.sinceMade = sinceMade
        self.sinceMissed = sinceMissed
    }
}

/// Where a refund stands. A word that this program does not know is left alone.
public enum RefundState: Hashable, Sendable {
    /// Durable, and perhaps with Stripe; its outcome is not known.
    case requested
    /// Nothing is sent any more; only reading ends this.
    case unresolved
    /// Stripe has it, and the bank not yet.
    case pending
    case succeeded
    /// No money went back, or it came back.
    case failed
    case unrecognised(String)

    public static let all: [RefundState] = [
        .requested, .unresolved, .pending, .succeeded, .failed,
    ]

    public init(word: String) {
        self = RefundState.all.first { $0.word == word } ?? .unrecognised(word)
    }

    /// The word that is stored.
    public var word: String {
        switch self {
        case .requested: "requested"
        case .unresolved: "unresolved"
        case .pending: "pending"
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .unrecognised(let word): word
        }
    }

    /// Whether it is not known if Stripe has it.
    public var isOpen: Bool {
        switch self {
        case .requested, .unresolved, .unrecognised: true
        case .pending, .succeeded, .failed: false
        }
    }

    /// Whether Stripe has given the money back, or is about to.
    public var isWithStripe: Bool {
        switch self {
        case .pending, .succeeded: true
        case .requested, .unresolved, .failed, .unrecognised: false
        }
    }
}

/// https://docs.stripe.com/api/refunds/create#create_refund-reason
public enum RefundReason: String, Sendable, CaseIterable {
    case duplicate, fraudulent
    case requestedByCustomer = "requested_by_customer"
}

/// Our name of a refund: `ref_`, the digits of the payment, `_` and its number within the payment.
public struct RefundID: Hashable, Sendable, CustomStringConvertible {
    public let payment: PaymentID
    public let number: Int

    public init(_ number: Int, of payment: PaymentID) {
        precondition(number > 0, "refunds are counted from 1")
        self.payment = payment
        self.number = number
    }

    public var description: String { "ref_\(payment.description.dropFirst(4))_\(number)" }

    /// The key that Stripe sees: the same for every repeat of this refund, and for no other one.
    public var stripeKey: String { "payonce-\(payment)-refund-\(number)" }
}
