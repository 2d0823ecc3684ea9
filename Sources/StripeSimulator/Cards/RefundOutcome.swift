/// What becomes of a refund to a card.
enum RefundOutcome: Hashable {
    case succeeds
    /// Pending first.
    case succeedsLater
    /// Succeeded first.
    case failsLater
}
