import Payments

/// A page of a customer's cards.
struct CardPage: Hashable, Sendable {
    let cards: [CardFacts]
    let hasMore: Bool
}
