/// How many new attempts to pay may begin, so that nobody tries out stolen cards here. Each limit
/// is a window that opens with the first thing it counts.
///
/// There are two sorts. The first bounds how often anybody begins an attempt. The second knows a
/// card tester by what becomes of the attempts: declines beyond the successes of the same place.
public struct AttemptLimits: Sendable, Hashable {
    /// What is counted.
    public enum Kind: String, Sendable, CaseIterable {
        /// Attempts from one network.
        case address
        /// Attempts of one signed-in customer.
        case customer
        /// Further attempts of one guest, who is known by the key or the order alone. The first one
        /// is never counted: a plain payment needs no row for it.
        case guest
        /// Attempts with one card, where it is known before it is charged.
        case card
        /// Declines beyond the successes in one network.
        case addressDeclines = "address_declines"
        /// Declines of one card since its last success.
        case cardDeclines = "card_declines"

        /// Whether what became of an attempt is counted, and not that it began.
        var isOfDeclines: Bool {
            switch self {
            case .address, .customer, .guest, .card: false
            case .addressDeclines, .cardDeclines: true
            }
        }

        var isOfCards: Bool {
            switch self {
            case .card, .cardDeclines: true
            case .address, .customer, .guest, .addressDeclines: false
            }
        }
    }

    /// The operator's own limit.
    public let address: RateLimit

    public init(address: RateLimit) {
        self.address = address
    }

    func limit(of kind: Kind) -> RateLimit {
        switch kind {
        case .address: address
        case .customer: AttemptLimits.customer
        case .guest: AttemptLimits.guest
        case .card: AttemptLimits.card
        case .addressDeclines: AttemptLimits.addressDeclines
        case .cardDeclines: AttemptLimits.cardDeclines
        }
    }

    /// One every twenty seconds for ten minutes is no shopping any more.
    private static let customer = known(30, .seconds(600))
    /// A guest who tries five cards and mistypes each of them three times needs fifteen, and one
    /// more for the card that works.
    private static let guest = known(20, .seconds(3600))
    /// A card that a whole office buys its coffee with needs one a minute.
    private static let card = known(60, .seconds(3600))
    /// Four guests behind one address who try five cards each, without one success among them. A
    /// bank declines some 15 of 100 honest payments, so that a place with many guests, a campus or
    /// a phone network, stays near zero: for each 15 declines there are 85 successes. A tester,
    /// nine of ten of whose cards are dead, gets at most 20 of them an hour through one network.
    private static let addressDeclines = known(20, .seconds(3600))
    /// Five cards tried honestly are one each; a card that is mistyped, has no money, is tried
    /// again after a transfer, and all that twice over, is below ten. Who guesses a security code
    /// has 1,000 to go through: fifty days on average, at ten a day.
    private static let cardDeclines = known(10, .seconds(24 * 3600))

    private static func known(_ count: Int, _ period: Duration) -> RateLimit {
        guard let limit = RateLimit(count: count, period: period) else {
            preconditionFailure("a limit of ours is positive")
        }
        return limit
    }
}

/// What something is counted under: what kind, and a keyed digest of who.
public struct RateName: Hashable, Sendable {
    public let kind: AttemptLimits.Kind
    public let digest: [UInt8]

    public init(kind: AttemptLimits.Kind, digest: [UInt8]) {
        self.kind = kind
        self.digest = digest
    }
}

extension Closing {
    /// Whether the bank declined the card, or it was wrong in itself. Everything else that ends an
    /// attempt says nothing of the card: a challenge that was failed or left, a fault of the bank,
    /// a refusal of ours or of Stripe's. https://docs.stripe.com/error-codes
    var isDeclineOfCard: Bool { Closing.declinesOfCard.contains(code) }

    private static let declinesOfCard: Set<String> = [
        "card_declined", "expired_card", "incorrect_cvc", "incorrect_number", "incorrect_zip",
        "incorrect_address", "invalid_cvc", "invalid_expiry_month", "invalid_expiry_year",
        "invalid_number",
    ]
}
