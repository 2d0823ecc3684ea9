import Payments

/// The states of a hold as small numbers. The same words as production's.
enum HoldState: UInt8, CaseIterable {
    case creating, authorized, capturing, canceling, unresolved, quarantined, succeeded, declined
    case canceled

    var word: PaymentState {
        switch self {
        case .creating: .creating
        case .authorized: .authorized
        case .capturing: .capturing
        case .canceling: .canceling
        case .unresolved: .unresolved
        case .quarantined: .quarantined
        case .succeeded: .succeeded
        case .declined: .declined
        case .canceled: .canceled
        }
    }

    init(_ state: PaymentState) {
        let known = HoldState.allCases.first { $0.word == state }
        guard let known else { preconditionFailure("the model of holds has no \(state)") }
        self = known
    }

    var isClosedUnpaid: Bool { self == .declined || self == .canceled }
}

/// Why a hold ended or is to be given back.
enum HoldClosing: UInt8, CaseIterable {
    case none, incorrectCVC, onRequest, notExecuted, refused

    var closing: Closing? {
        switch self {
        case .none: nil
        case .incorrectCVC: .incorrectCVC
        case .onRequest: .canceled
        case .notExecuted: .notExecuted
        case .refused: .refused
        }
    }

    init(_ closing: Closing?) {
        let known = HoldClosing.allCases.first { $0.closing == closing }
        guard let known else { preconditionFailure("the model of holds has no such end") }
        self = known
    }
}

/// What the bank said of the CVC; `untold` where nothing of it is known.
enum HoldVerdict: UInt8, CaseIterable {
    case untold, pass, fail, unchecked

    var verdict: CVCVerdict? {
        switch self {
        case .untold: nil
        case .pass: .pass
        case .fail: .fail
        case .unchecked: .unchecked
        }
    }

    init(_ verdict: CVCVerdict?) {
        let known = HoldVerdict.allCases.first { $0.verdict == verdict }
        guard let known else { preconditionFailure("the model of holds has no such verdict") }
        self = known
    }
}

/// Stripe's words about the intent; `none` where there is no intent.
enum HoldStatus: UInt8, CaseIterable {
    case none, held, canceled, succeeded

    var word: String {
        switch self {
        case .none: ""
        case .held: "requires_capture"
        case .canceled: "canceled"
        case .succeeded: "succeeded"
        }
    }

    var isFinal: Bool { self == .canceled || self == .succeeded }
}

/// The row of the payment.
struct HoldRow {
    var state = HoldState.creating
    var closing = HoldClosing.none
    var verdict = HoldVerdict.untold
    var owner: UInt8 = 0
    var knowsIntent = false
    var step = Step()
    var isAskedLately = true
    /// The same by the oracle.
    var isExpected = true
    /// Of the newest step: past the horizon of its key.
    var isOld = false
    var takeovers: UInt8 = 0

    var needsWork: Bool { state.word.needsWork }
}

/// The intent at Stripe.
struct HoldIntent {
    var status = HoldStatus.none
    var verdict = HoldVerdict.untold
    /// Seven days are over.
    var mayLapse = false
    var answers = InlineArray<12, StoredAnswer>(repeating: .none)
}

/// One instance of the service and its work on the payment.
struct HoldWorker {
    var phase = Phase.idle
    var isLeaseLive = true
    var status = HoldStatus.none
    var verdict = HoldVerdict.untold
    var isCurrent = true
    var isFenceCurrent = true
    var seenState = HoldState.creating
    var seenStep = Step()
    /// 0: no send without an answer; 1: one that may be executed yet; 2: one that may not any more.
    var openSend: UInt8 = 0
    var isAsked = false
    var hasEmptyList = false
    /// Whether a send was open when it began to read.
    var readsWhileOpen = false
    var captures: UInt8 = 0
    var wantsEnd = false

    var isAtWork: Bool { phase != .idle }

    /// Each of these ends by a deadline of its own or with the lease, so no long time passes in it.
    var isUrgent: Bool {
        switch phase {
        case .idle, .resending, .reading: false
        case .claiming, .sending, .answered, .replayed, .refused, .keptFailure, .read: true
        }
    }
}

extension Step {
    static let capture: UInt8 = 3
}
