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
        (.canceling, "canceling"), (.processing, "processing"), (.unresolved, "unresolved"),
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
            .processing, .unresolved, .quarantined, .unrecognised:
            false
        }
    }

    /// Somebody has to be at work on it: its owner, or the recovery.
    public var needsWork: Bool {
        switch self {
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing, .unresolved:
            true
        case .requiresAction, .quarantined, .succeeded, .declined, .expired, .canceled,
            .unrecognised:
            false
        }
    }
}
