extension Outcome {
    /// What to show, in English; apps translate by case and code. `nil` where it was paid.
    public var sentence: String? {
        switch self {
        case .paid: nil
        case .declined(let explanation), .expired(let explanation): explanation.sentence
        case .canceled(.byCustomer): "The payment was canceled, nothing was charged."
        case .canceled(.unfinished): "The payment is not finished, nothing was charged."
        case .canceled(.byService(let explanation)): explanation.sentence
        case .stillChecking(let doubt): doubt.sentence
        case .refused(let refusal): refusal.sentence
        }
    }
}

extension Doubt {
    /// What to show, in English.
    public var sentence: String {
        guard mayHaveCharged else { return harmlessSentence }
        return "We are still checking this payment. Please do not pay again."
    }

    private var harmlessSentence: String {
        switch reason {
        case .busy(let refusal), .refused(let refusal): refusal.sentence
        case .tapTooOld: "Your last payment was not finished. Please tap Pay to go on."
        case .outcomeUnknown, .processing, .inSheet, .unfinished, .noAnswer, .notReached, .stopped,
            .notKept:
            "The payment could not be started. Please try again."
        }
    }
}
