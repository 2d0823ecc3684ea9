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
    /// Stripe keeps a failure as the answer to this key: repeating it says nothing any more.
    case answerIsUseless
    /// Complete lists, far enough apart, show that Stripe has nothing of this attempt.
    case absent
    /// Stripe's answer is not about what was asked.
    case mismatched
    /// The second call, or whatever else says that the customer is here and wants it finished.
    case customerReturned
    /// Somebody entitled to it wants it ended, with the code that is to be told.
    case endWanted(Closing)
}
