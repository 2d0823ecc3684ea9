/// What happens to a payment attempt with a test card.
enum CardIssuer {
    struct Attempt {
        let card: TestCard
        let isOffSession: Bool
        /// Whether the card was set up for later use with the customer.
        let isSetUp: Bool
        /// Whether the customer has proved who they are, for this attempt.
        let isAuthenticated: Bool
        /// Whether the merchant asks for the proof (`request_three_d_secure`).
        let asksForAuthentication: Bool
    }

    enum Verdict: Hashable {
        case approved
        case declined(Decline)
        case blocked
        case needsAuthentication
    }

    static func verdict(on attempt: Attempt) -> Verdict {
        switch proof(for: attempt) {
        case .needed: .needsAuthentication
        case .failed(let decline): .declined(decline)
        case .notNeeded: charge(attempt.card)
        }
    }

    private enum Proof {
        case notNeeded
        case needed
        case failed(Decline)
    }

    private static func charge(_ card: TestCard) -> Verdict {
        switch card.charge {
        case .approves: .approved
        case .declines(let decline): .declined(decline)
        case .blocked: .blocked
        }
    }

    private static func proof(for attempt: Attempt) -> Proof {
        guard !attempt.isAuthenticated else { return .notNeeded }
        let asks = attempt.asksForAuthentication && !attempt.isOffSession
        switch attempt.card.authentication {
        case .unsupported, .notEnrolled:
            return .notNeeded
        case .optional:
            return asks ? .needed : .notNeeded
        case .optionalFails:
            return asks ? .failed(.processingError) : .notNeeded
        case .always, .frictionless:
            return .needed
        case .onSession:
            return attempt.isOffSession ? .notNeeded : .needed
        case .unlessSetUp:
            return attempt.isSetUp ? .notNeeded : .needed
        case .lookupFails:
            return attempt.isOffSession ? .needed : .failed(.generic)
        }
    }
}
