/// What a customer makes of a challenge.
enum ChallengeOutcome: String, Hashable {
    case success, failure, cancel

    init(_ word: String?) throws(ControlError) {
        guard let word, let outcome = ChallengeOutcome(rawValue: word) else {
            throw ControlError("`outcome` has to be success, failure or cancel.")
        }
        self = outcome
    }
}
