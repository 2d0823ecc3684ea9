/// The shop charges a saved card while its customer is away.
public struct OffSessionRequest: Hashable, Sendable {
    public let customer: CustomerReference
    /// What is charged. The order is fixed by it where it was not before.
    public let order: OrderRequest
    public let key: IdempotencyKey
    /// `nil`: the customer's only saved card.
    public let method: PaymentMethodID?
    /// A digest of the address that the request came from.
    public let origin: String

    public init(
        customer: CustomerReference,
        order: OrderRequest,
        key: IdempotencyKey,
        method: PaymentMethodID?,
        origin: String
    ) {
        self.customer = customer
        self.order = order
        self.key = key
        self.method = method
        self.origin = origin
    }

    /// Whether it asks for what the shop fixed earlier, whatever was written about it then.
    func agrees(with fixed: FixedOrder) -> Bool {
        (fixed.customer == nil || fixed.customer == customer) && order.price.agrees(with: fixed)
    }

    /// The same as a request to pay. There is nobody to whom a challenge could be shown.
    var payRequest: PayRequest {
        PayRequest(
            caller: .customer(customer),
            key: key,
            order: order.order,
            cart: cart,
            currency: order.price.currency,
            flow: .offSession,
            method: method,
            presentation: Presentation(usesStripeSDK: false, returnURL: nil),
            origin: origin
        )
    }

    private var cart: Cart {
        switch order.price {
        case .items(let cart, _): cart
        case .amount: Cart(standingFor: order.order)
        }
    }
}
