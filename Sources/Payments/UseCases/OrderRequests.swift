public import Money

/// The shop's word on what an order costs.
public struct OrderRequest: Hashable, Sendable {
    public enum Price: Hashable, Sendable {
        case amount(Amount)
        /// As the catalogue says.
        case items(Cart, Currency)

        var currency: Currency {
            switch self {
            case .amount(let amount): amount.currency
            case .items(_, let currency): currency
            }
        }

        /// Whether it says the same as what was fixed. The catalogue may have changed since.
        func agrees(with fixed: FixedOrder) -> Bool {
            switch self {
            case .amount(let amount): fixed.cart == nil && fixed.amount == amount
            case .items(let cart, let currency):
                fixed.cart == cart && fixed.amount.currency == currency
            }
        }
    }

    public let order: OrderID
    public let price: Price
    public let customer: CustomerReference?
    public let description: String?
    /// The API key that says so.
    public let key: String

    public init(
        order: OrderID,
        price: Price,
        customer: CustomerReference?,
        description: String?,
        key: String
    ) {
        self.order = order
        self.price = price
        self.customer = customer
        self.description = description
        self.key = key
    }

    /// Whether it says the same as what was fixed.
    func agrees(with fixed: FixedOrder) -> Bool {
        customer == fixed.customer && description == fixed.description
            && price.agrees(with: fixed)
    }
}

/// What a question about an order ends with.
public enum OrderAnswer: Hashable, Sendable {
    /// With its newest attempt, where one was begun.
    case fixed(FixedOrder, PaymentView?)
    case refused(OrderRefusal)
}

/// Why an order was not fixed, or is not shown.
public enum OrderRefusal: Hashable, Sendable {
    case pricing(PricingRefusal)
    /// It was fixed with another content, which stands.
    case fixedOtherwise
    /// Somebody has begun to pay it at the prices of the catalogue.
    case inUse
    case notFound
    /// The database is away.
    case unavailable
}
