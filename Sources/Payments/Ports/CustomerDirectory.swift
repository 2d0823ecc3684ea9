/// The database's customers and saved cards, as the use cases see them. Every method is one durable
/// step.
public protocol CustomerDirectory: Sendable {
    /// The creation whose customer can be used, else the newest one.
    func creation(of reference: CustomerReference) async throws(StoreFailure) -> CustomerCreation?

    /// Writes a creation, unless its attempt exists already or there is a customer who can be
    /// used.
    ///
    /// - Returns: the newest one, whoever wrote it.
    func begin(_ creation: CustomerCreation) async throws(StoreFailure) -> CustomerCreation

    /// Writes Stripe's name where there is none yet that can be used.
    ///
    /// - Returns: the name that stands.
    func name(
        _ creation: CustomerCreation,
        as customer: StripeCustomerID
    ) async throws(StoreFailure) -> StripeCustomerID

    /// Notes that a customer was deleted at Stripe, whose cards went with it.
    func lose(
        _ customer: StripeCustomerID,
        of reference: CustomerReference
    ) async throws(StoreFailure)

    func savedCard(_ method: PaymentMethodID) async throws(StoreFailure) -> SavedCard?
    /// Those that were not removed.
    func savedCards(of reference: CustomerReference) async throws(StoreFailure) -> [SavedCard]

    /// Writes what Stripe says of a customer's cards. A card that is new here gets the consent of
    /// the payment that saved it: `payment`, where there is but one card and that is known, else
    /// the one that charged this payment method before it was saved.
    func learn(
        _ cards: [CardFacts],
        of reference: CustomerReference,
        savedBy payment: PaymentID?
    ) async throws(StoreFailure)

    /// Notes that a card was taken off its customer.
    func remove(_ method: PaymentMethodID) async throws(StoreFailure)
}
