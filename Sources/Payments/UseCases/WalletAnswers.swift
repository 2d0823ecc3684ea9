/// What a request for the saved cards ends with.
public enum CardsAnswer: Hashable, Sendable {
    case cards([CardFacts])
    case unavailable
}

/// What a request to take a card off ends with.
public enum RemovalAnswer: Hashable, Sendable {
    case removed
    /// No such card, or not the caller's: the same answer.
    case notFound
    case unavailable
}
