public import Money

/// What was asked for: who buys what, in which currency, for which order. Not how it is paid (the
/// card may change between attempts), nor its price (that is ours).
public struct Purchase: Hashable, Sendable {
    public let caller: Caller
    public let order: OrderID?
    public let cart: Cart
    public let currency: Currency
    public let flow: Flow

    public init(
        caller: Caller,
        order: OrderID?,
        cart: Cart,
        currency: Currency,
        flow: Flow = .onSession
    ) {
        self.caller = caller
        self.order = order
        self.cart = cart
        self.currency = currency
        self.flow = flow
    }

    /// The text whose hash is the fingerprint, version first: a newer program compares a stored
    /// fingerprint in the version in which it was made.
    var fingerprintSource: String {
        [
            "1", flow.operation, order?.description ?? "", cart.canonical, currency.code,
            caller.scope,
        ].map { "\($0.utf8.count):\($0)" }.joined()
    }
}

/// The hash over a purchase; equal for equal purchases only.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    public init(stored: String) { description = stored }

    init(of purchase: Purchase, hash: Hash) {
        description = "1-" + Hexadecimal.text(of: hash(Array(purchase.fingerprintSource.utf8)))
    }
}

/// SHA-256, handed in so that the domain imports no library: at least 16 bytes of digest.
public typealias Hash = @Sendable ([UInt8]) -> [UInt8]
