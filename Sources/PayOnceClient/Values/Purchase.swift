/// What is bought. The price is the shop's: it is not here.
public struct Purchase: Codable, Hashable, Sendable {
    /// A line of the cart.
    public struct Item: Codable, Hashable, Sendable {
        public var id: String
        public var quantity: Int

        public init(id: String, quantity: Int = 1) {
            self.id = id
            self.quantity = quantity
        }
    }

    /// Empty: what the shop sells by default, or what it has fixed for `orderId`.
    public var items: [Item]
    /// An ISO 4217 code; `nil`: the shop's.
    public var currency: String?
    /// The shop's order, paid at most once, on whatever device.
    public var orderId: String?
    /// Keeps the card of a signed-in customer once it has paid.
    public var savesCard: Bool
    /// The version of the text that the customer agreed to, where the card is saved.
    public var consent: String?
    /// Where a bank's page sends the customer back to: the app's own scheme.
    public var returnURL: String?
    /// Stripe's mobile SDKs show the challenge themselves, and need this.
    public var usesStripeSDK: Bool

    public init(
        items: [Item] = [],
        currency: String? = nil,
        orderId: String? = nil,
        savesCard: Bool = false,
        consent: String? = nil,
        returnURL: String? = nil,
        usesStripeSDK: Bool = true
    ) {
        self.items = items
        self.currency = currency
        self.orderId = orderId
        self.savesCard = savesCard
        self.consent = consent
        self.returnURL = returnURL
        self.usesStripeSDK = usesStripeSDK
    }

    /// Whatever is missing has the value that `init` gives it: a record may be older than a field.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        items = try fields.decodeIfPresent([Item].self, forKey: .items) ?? []
        currency = try fields.decodeIfPresent(String.self, forKey: .currency)
        orderId = try fields.decodeIfPresent(String.self, forKey: .orderId)
        savesCard = try fields.decodeIfPresent(Bool.self, forKey: .savesCard) ?? false
        consent = try fields.decodeIfPresent(String.self, forKey: .consent)
        returnURL = try fields.decodeIfPresent(String.self, forKey: .returnURL)
        usesStripeSDK = try fields.decodeIfPresent(Bool.self, forKey: .usesStripeSDK) ?? true
    }
}
