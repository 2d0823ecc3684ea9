import Payments

/// The states of a payment as small numbers. The same words as production's.
enum RowState: UInt8, CaseIterable {
    case none, creating, requiresAction, confirming, canceling, unresolved, quarantined, succeeded
    case declined, expired, canceled

    /// `nil` where there is no row.
    var word: PaymentState? {
        switch self {
        case .none: nil
        case .creating: .creating
        case .requiresAction: .requiresAction
        case .confirming: .confirming
        case .canceling: .canceling
        case .unresolved: .unresolved
        case .quarantined: .quarantined
        case .succeeded: .succeeded
        case .declined: .declined
        case .expired: .expired
        case .canceled: .canceled
        }
    }

    init(_ state: PaymentState) {
        let known = RowState.allCases.first { $0.word == state }
        guard let known else { preconditionFailure("the model has no \(state)") }
        self = known
    }

    var isClosedUnpaid: Bool { self == .declined || self == .expired || self == .canceled }
    var isTerminal: Bool { self == .succeeded || isClosedUnpaid }
    var needsWork: Bool { word?.needsWork ?? false }
}

/// Why an attempt ended or is to end, as far as a decision looks at it.
enum RowClosing: UInt8, CaseIterable {
    case none, onRequest, windowExpired, refused, other

    var closing: Closing? {
        switch self {
        case .none: nil
        case .onRequest: .replaced
        case .windowExpired: .windowExpired
        case .refused: .refused
        case .other: Closing(code: "card_declined")
        }
    }

    init(_ closing: Closing?) {
        self = RowClosing.allCases.first { $0.closing == closing } ?? .other
    }
}

/// Who owns a row: nobody, one of the instances by number, or one that is gone.
enum RowOwner {
    static let nobody: UInt8 = 3
    static let gone: UInt8 = 4
}

/// A step that is asked of Stripe: its name and number, which make its key.
struct Step: Equatable {
    var name: UInt8 = 0
    var number: UInt8 = 1

    static let create: UInt8 = 0
    static let confirm: UInt8 = 1
    static let cancel: UInt8 = 2
    /// Keys of one name that are told apart: one for each who can refer to one, at most.
    static let mostNumbers: UInt8 = 3

    /// Its place among the stored answers of an attempt.
    var slot: Int { Int(name) * 3 + Int(number) - 1 }
}

/// A row of `payments`.
struct Row {
    var state = RowState.none
    var closing = RowClosing.none
    /// Which key and which payment method it was begun with.
    var key: UInt8 = 0
    var method: UInt8 = 0
    /// Which attempt under its first guard.
    var attempt: UInt8 = 1
    var owner = RowOwner.nobody
    var knowsIntent = false
    var step = Step()
    /// The customer's latest request for the step, as the row tells it, is within the limit.
    var isAskedLately = false
    /// The same by the oracle: the customer asked for the payment at all.
    var isExpected = false
    /// Of the newest step: 0 fresh, 1 past the horizon, 2 so old that Stripe may have forgotten it.
    var age: UInt8 = 0
    var isGraceGiven = false
    /// It is a challenge that the recovery may look at.
    var isDue = false
    /// It is paid, and the window for duplicates is over.
    var isWindowOver = false
    var takeovers: UInt8 = 0

    var exists: Bool { state != .none }
}
