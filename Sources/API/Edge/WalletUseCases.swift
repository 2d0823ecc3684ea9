public import Payments

/// What the routes ask of a customer's saved cards. None of it fails.
public protocol WalletUseCases: Sendable {
    /// The saved cards, as Stripe has them.
    func cards(of reference: CustomerReference, at now: Duration) async -> CardsAnswer
    /// Takes a card off its customer.
    func remove(
        _ method: PaymentMethodID,
        of reference: CustomerReference,
        at now: Duration
    ) async -> RemovalAnswer
}
