public import Money
public import Payments

/// What is bought where a request does not say.
public struct PurchaseDefaults: Sendable, Hashable {
    public let cart: Cart
    public let currency: Currency

    public init(cart: Cart, currency: Currency) {
        self.cart = cart
        self.currency = currency
    }
}
