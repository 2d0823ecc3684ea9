/// What happens to a refund.
public enum RefundEvent: Hashable, Sendable {
    /// Stripe's present word about it.
    case found(RefundFinding)
    /// Stripe refused in a way that proves that it gave nothing back, with its code.
    case refused(String)
    /// It was sent and nothing is known of it.
    case silence
    /// It is not sent any more: Stripe keeps a failure as the answer to its key, or may soon have
    /// forgotten the key.
    case sendingIsOver
    /// A complete list shows that Stripe has none such. `isProof`: and nothing can be executed any
    /// more.
    case absent(isProof: Bool)

    /// The word under which the timeline keeps it.
    public var word: String {
        switch self {
        case .found(let finding): "refund_\(finding.word)"
        case .refused: "refund_refused"
        case .silence: "refund_silence"
        case .sendingIsOver: "refund_sending_over"
        case .absent: "refund_absent"
        }
    }
}

/// What Stripe's word about a refund means.
/// https://docs.stripe.com/api/refunds/object#refund_object-status
public enum RefundFinding: Hashable, Sendable {
    case pending
    case succeeded
    case failed(String)

    /// A word that we do not know is no end: the money may be on its way.
    init(_ snapshot: RefundSnapshot) {
        switch snapshot.status {
        case "succeeded": self = .succeeded
        case "failed": self = .failed(snapshot.failure ?? "failed")
        case "canceled": self = .failed("canceled")
        case _: self = .pending
        }
    }

    var word: String {
        switch self {
        case .pending: "pending"
        case .succeeded: "succeeded"
        case .failed: "failed"
        }
    }

    var state: RefundState {
        switch self {
        case .pending: .pending
        case .succeeded: .succeeded
        case .failed: .failed
        }
    }

    var failure: String? {
        if case .failed(let why) = self { why } else { nil }
    }
}

/// What is to be done about a refund next.
public enum RefundAction: Hashable, Sendable {
    /// Nothing now.
    case rest
    /// Post the same bytes under the same key, again.
    case resend
    /// Read what Stripe has.
    case list
    /// A contradiction for a person to look at.
    case reconcile
    /// Said before.
    case ignoreRepeat
}

/// The life of a refund as a pure value; see `PaymentMachine`.
public struct RefundMachine: Hashable, Sendable {
    public private(set) var state: RefundState
    public private(set) var failure: String?

    public init(state: RefundState, failure: String? = nil) {
        self.state = state
        self.failure = failure
    }

    public mutating func received(_ event: RefundEvent) -> RefundAction {
        switch state {
        case .requested: whileOutcomeIsOpen(event)
        case .unresolved: whileReading(event)
        case .pending, .succeeded: onceWithStripe(event)
        case .failed: afterFailure(event)
        case .unrecognised: untouchable(event)
        }
    }

    private mutating func whileOutcomeIsOpen(_ event: RefundEvent) -> RefundAction {
        switch event {
        case .found(let finding): return settle(finding)
        case .refused(let why): return fail(why)
        // A list says nothing against a request that may still be executed.
        case .silence, .absent: return .resend
        case .sendingIsOver:
            state = .unresolved
            return .list
        }
    }

    private mutating func whileReading(_ event: RefundEvent) -> RefundAction {
        switch event {
        case .found(let finding): return settle(finding)
        case .absent(isProof: true): return fail(RefundMachine.notExecuted)
        case .absent(isProof: false): return .list
        case .silence, .refused, .sendingIsOver: return .list
        }
    }

    /// Stripe says of a refund that it succeeded, and perhaps weeks later that it failed.
    private mutating func onceWithStripe(_ event: RefundEvent) -> RefundAction {
        switch event {
        case .found(let finding) where finding.state == state: return .ignoreRepeat
        case .found(.pending): return .ignoreRepeat
        case .found(let finding): return settle(finding)
        case .absent: return .reconcile
        case .refused, .silence, .sendingIsOver: return .ignoreRepeat
        }
    }

    /// Money that moved after all counts, whatever was thought of it, and a person looks at why.
    private mutating func afterFailure(_ event: RefundEvent) -> RefundAction {
        switch event {
        case .found(.failed): return .ignoreRepeat
        case .found(let finding):
            _ = settle(finding)
            return .reconcile
        case .absent, .refused, .silence, .sendingIsOver: return .ignoreRepeat
        }
    }

    private func untouchable(_ event: RefundEvent) -> RefundAction {
        switch event {
        case .found, .absent: .reconcile
        case .refused, .silence, .sendingIsOver: .rest
        }
    }

    private mutating func settle(_ finding: RefundFinding) -> RefundAction {
        state = finding.state
        failure = finding.failure
        return .rest
    }

    private mutating func fail(_ why: String) -> RefundAction {
        state = .failed
        failure = why
        return .rest
    }

    /// Proven by reading that Stripe never executed it.
    static let notExecuted = "not_executed"
}
