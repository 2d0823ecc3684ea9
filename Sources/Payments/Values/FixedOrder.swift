public import Money

/// An order whose price the shop has fixed: tax, shipping and discounts are the shop's, and what an
/// app says of items and currency is not looked at.
public struct FixedOrder: Hashable, Sendable {
    public let id: OrderID
    public let amount: Amount
    /// What the shop named, where the catalogue had the prices. For the record: what is bought is
    /// the order.
    public let cart: Cart?
    /// The only one who may pay it; `nil`: whoever knows its id.
    public let customer: CustomerReference?
    public let description: String?

    public init(
        id: OrderID,
        amount: Amount,
        cart: Cart?,
        customer: CustomerReference?,
        description: String?
    ) {
        self.id = id
        self.amount = amount
        self.cart = cart
        self.customer = customer
        self.description = description
    }
}

extension Purchase {
    /// What `caller` buys who pays a fixed order.
    init(caller: Caller, paying order: FixedOrder, flow: Flow) {
        self.init(
            caller: caller,
            order: order.id,
            cart: Cart(standingFor: order.id),
            currency: order.amount.currency,
            flow: flow
        )
    }

    /// Whether the shop fixed the order, so that a client knows nothing of its items.
    var isOfFixedOrder: Bool {
        guard let order else { return false }
        return cart == Cart(standingFor: order)
    }
}

extension Cart {
    /// One piece of the order itself.
    init(standingFor order: OrderID) {
        guard let item = ItemID(order.description), let cart = Cart([(item, 1)]) else {
            preconditionFailure("every order's id is also the name of an item")
        }
        self = cart
    }
}
