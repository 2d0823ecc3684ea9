/// What happens to an attempt.
public enum PaymentEvent: Hashable, Sendable {
    /// Stripe's present word about the intent. With `sendIsOpen`, an earlier send of the newest
    /// step has no answer yet and may still be executed, so that "not done" is not the last word.
    case found(Finding, sendIsOpen: Bool)
    /// Stripe refused the newest step in a way that proves that it was not executed, and no earlier
    /// send of it is open.
    case refused(Closing)
    /// The newest step was sent and nothing is known of it.
    case silence
    /// The newest step is not sent any more: Stripe keeps a failure as the answer to its key, or
    /// the time within which it may be repeated is over. Only reading is left.
    case sendingIsOver
    /// Complete lists, far enough apart, show that Stripe has nothing of this attempt.
    case absent
    /// Stripe's answer is not about what was asked.
    case mismatched
    /// The second call, or whatever else says that the customer is here and wants it finished.
    case customerReturned
    /// Somebody entitled to it wants it ended, with the code that is to be told.
    case endWanted(Closing)
}

extension PaymentEvent {
    /// Whether the intent has no card any more, so that a confirm has to bring it.
    var wantsMethod: Bool {
        if case .found(.requiresCustomer, _) = self { true } else { false }
    }

    /// The word under which the timeline keeps it.
    public var word: String {
        switch self {
        case .found(let finding, _): "found_\(finding.word)"
        case .refused: "refused"
        case .silence: "silence"
        case .sendingIsOver: "sending_over"
        case .absent: "absent"
        case .mismatched: "mismatched"
        case .customerReturned: "customer_returned"
        case .endWanted: "end_wanted"
        }
    }
}
