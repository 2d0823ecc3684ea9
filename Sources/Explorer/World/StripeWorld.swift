/// Stripe's words about an intent as small numbers; `none` where there is no intent.
enum IntentStatus: UInt8, CaseIterable {
    case none, requiresAction, requiresConfirmation, failed, lapsed, canceled, succeeded

    var word: String {
        switch self {
        case .none: ""
        case .requiresAction: "requires_action"
        case .requiresConfirmation: "requires_confirmation"
        case .failed, .lapsed: "requires_payment_method"
        case .canceled: "canceled"
        case .succeeded: "succeeded"
        }
    }

    /// It can still become a charge.
    var isOpen: Bool { self == .requiresAction || self == .requiresConfirmation }
    var isFinal: Bool { self == .canceled || self == .succeeded }
}

/// What Stripe keeps under a key.
enum StoredAnswer: UInt8 {
    case none, passing, final, failure
}

/// The one intent that an attempt may have; a second one is a violation and ends the search.
struct Intent {
    var status = IntentStatus.none
    /// Its amount is not what was asked.
    var isOdd = false
    /// The hour of its challenge is over, and Stripe may end it at any moment.
    var isHourOver = false
    var answers = InlineArray<9, StoredAnswer>(repeating: .none)
}

/// A request that was sent and may be executed late.
struct Flight {
    var isUnderWay = false
    var payment: UInt8 = 0
    var step = Step()
}
