/// A card that a customer has saved, as it was last seen at Stripe.
public struct SavedCard: Hashable, Sendable {
    public let owner: CustomerReference
    public let facts: CardFacts
    /// It was taken off the customer, and can never be used again.
    public let isRemoved: Bool

    public init(owner: CustomerReference, facts: CardFacts, isRemoved: Bool) {
        self.owner = owner
        self.facts = facts
        self.isRemoved = isRemoved
    }
}
