/// Where an attempt stands. The words are stored; a word that this program does not know is left
/// alone and shown as unknown, because a newer program may be writing the same database.
public enum PaymentState: Hashable, Sendable {
    /// The create is durable and may be with Stripe; its outcome is not known.
    case creating
    /// The intent waits for its customer, or for the second call.
    case requiresAction
    /// The second confirm is durable and may be with Stripe; its outcome is not known.
    case confirming
    /// The amount is held on the card, and what the bank said of the CVC decides whether it is
    /// taken or given back. No step that could do either is with Stripe.
    case authorized
    /// The capture is durable and may be with Stripe; its outcome is not known.
    case capturing
    /// The cancel is durable and may be with Stripe; its outcome is not known.
    case canceling
    /// Stripe is still working on it.
    case processing
    /// The app has the intent and may have it confirmed at any time; nobody has paid it yet.
    case open
    /// The bank wants the customer, who was away when the shop charged the card.
    case requiresCustomer
    /// Only reading may end this: nothing is sent any more.
    case unresolved
    /// Stripe's answer is not what was asked; a person decides.
    case quarantined
    case succeeded
    case declined
    case expired
    case canceled
    case unrecognised(String)

    private static let words: [(PaymentState, String)] = [
        (.creating, "creating"), (.requiresAction, "requires_action"),
        (.confirming, "confirming"), (.authorized, "authorized"), (.capturing, "capturing"),
        (.canceling, "canceling"), (.processing, "processing"), (.open, "open"),
        (.requiresCustomer, "requires_customer"), (.unresolved, "unresolved"),
        (.quarantined, "quarantined"), (.succeeded, "succeeded"), (.declined, "declined"),
        (.expired, "expired"), (.canceled, "canceled"),
    ]

    private static let byWord = Dictionary(uniqueKeysWithValues: words.map { ($1, $0) })

    public init(word: String) {
        self = PaymentState.byWord[word] ?? .unrecognised(word)
    }

    /// The word that is stored.
    public var word: String {
        switch self {
        case .creating: "creating"
        case .requiresAction: "requires_action"
        case .confirming: "confirming"
        case .authorized: "authorized"
        case .capturing: "capturing"
        case .canceling: "canceling"
        case .processing: "processing"
        case .open: "open"
        case .requiresCustomer: "requires_customer"
        case .unresolved: "unresolved"
        case .quarantined: "quarantined"
        case .succeeded: "succeeded"
        case .declined: "declined"
        case .expired: "expired"
        case .canceled: "canceled"
        case .unrecognised(let word): word
        }
    }

    /// Every state that this program writes.
    public static let all: [PaymentState] = words.map(\.0)

    /// Nothing can happen to the attempt any more, so its guards may change hands (those of a
    /// success stay).
    public var isTerminal: Bool {
        switch self {
        case .succeeded, .declined, .expired, .canceled: true
        case .creating, .requiresAction, .confirming, .authorized, .capturing, .canceling,
            .processing, .open, .requiresCustomer, .unresolved, .quarantined, .unrecognised:
            false
        }
    }

    /// Whoever pays has the next step, and nobody here is at work on it: the recovery looks at it
    /// now and then, and ends it when its time is over.
    public var waitsForPayer: Bool {
        switch self {
        case .requiresAction, .open, .requiresCustomer: true
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing, .unresolved,
            .quarantined, .succeeded, .declined, .expired, .canceled, .unrecognised:
            false
        }
    }

    /// Somebody has to be at work on it: its owner, or the recovery.
    public var needsWork: Bool {
        switch self {
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing, .unresolved:
            true
        case .requiresAction, .open, .requiresCustomer, .quarantined, .succeeded, .declined,
            .expired, .canceled, .unrecognised:
            false
        }
    }
}
