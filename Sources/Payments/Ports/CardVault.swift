/// Stripe's customers and their cards. Stripe is the truth of which card is whose.
public protocol CardVault: Sendable {
    /// Stripe's time now in seconds since 1970, learnt from its answers; `nil` before the first.
    func stripeSeconds() async -> Int64?

    /// Makes the bytes that create a customer. Pure: equal drafts give equal bytes.
    func customerRequest(for draft: CustomerDraft) -> FrozenRequest

    /// Posts them under their key, once; never repeats it by itself.
    func createCustomer(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration
    ) async -> CustomerReply

    /// Whether a customer can still be used; `false` where it was deleted.
    func exists(
        _ customer: StripeCustomerID,
        deadline: Duration
    ) async -> ReadReply<Bool>

    /// The card behind a payment method; `notFound` for what is no card.
    func card(of method: PaymentMethodID, deadline: Duration) async -> ReadReply<CardFacts>

    /// All cards of a customer, the newest first.
    func cards(
        of customer: StripeCustomerID,
        deadline: Duration
    ) async -> ReadReply<[CardFacts]>

    /// Takes a card off its customer, for good.
    func detach(_ method: PaymentMethodID, key: String, deadline: Duration) async -> DetachReply
}

/// What a new customer at Stripe is made of: nothing that is known of the person.
public struct CustomerDraft: Hashable, Sendable {
    /// The shop's name of the customer as a digest, so that it can be found again and not read.
    public let digest: String
    /// The account and its mode.
    public let account: String

    public init(digest: String, account: String) {
        self.digest = digest
        self.account = account
    }
}

/// What is known after a customer was asked for.
public enum CustomerReply: Hashable, Sendable {
    case created(StripeCustomerID)
    /// Stripe will never give a customer under this key: it keeps a failure, or knows the key with
    /// other parameters.
    case keySpent
    /// Refused for a reason that lies not with the request.
    case refused
    /// Nothing is known, or Stripe is busy with this very key: the same again.
    case unknown
}

/// What is known after a card was to be taken off.
public enum DetachReply: Hashable, Sendable {
    case detached
    /// It is nobody's, or there is no such card.
    case notAttached
    /// Stripe keeps a failure as the answer to this key.
    case keySpent
    case unavailable
}
