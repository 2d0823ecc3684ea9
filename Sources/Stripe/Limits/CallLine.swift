/// Who waits for a token, the first first.
enum CallLine: Int, CaseIterable, Hashable, Sendable {
    /// A step of a payment that exists.
    case step
    /// A look at payments that exist.
    case read
    /// A look at a card, before there is a payment.
    case newcomer
    /// A look at what happened at Stripe without us, or the comparison of everything: nobody waits
    /// for it.
    case background
}
