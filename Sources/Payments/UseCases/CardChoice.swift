/// Which card a request is to charge.
enum CardChoice: Hashable, Sendable {
    /// One that is nobody's, as far as is known: Stripe lets it be used once.
    case unsaved(PaymentMethodID)
    /// The asker's own.
    case saved(CardFacts)
    /// Somebody else's, or one that was taken off: the same answer.
    case notFound
    /// No card was named, and the customer has none or several.
    case notOne
    /// Stripe could not be asked.
    case unavailable
}
