public import Money

/// The first call: a payment method and what it is to pay for.
public struct PayRequest: Hashable, Sendable {
    public let caller: Caller
    public let key: IdempotencyKey?
    public let order: OrderID?
    public let cart: Cart
    public let currency: Currency
    public let method: PaymentMethodID
    public let presentation: Presentation
    /// A digest of the address that the request came from.
    public let origin: String
    /// Whether a new attempt may begin for it. Where a limit says no, an existing payment is
    /// answered all the same.
    public let mayStart: Bool

    public init(
        caller: Caller,
        key: IdempotencyKey?,
        order: OrderID?,
        cart: Cart,
        currency: Currency,
        method: PaymentMethodID,
        presentation: Presentation,
        origin: String,
        mayStart: Bool = true
    ) {
        self.caller = caller
        self.key = key
        self.order = order
        self.cart = cart
        self.currency = currency
        self.method = method
        self.presentation = presentation
        self.origin = origin
        self.mayStart = mayStart
    }

    /// The same request, with or without leave to begin a new attempt.
    public func allowedToStart(_ mayStart: Bool) -> PayRequest {
        PayRequest(
            caller: caller,
            key: key,
            order: order,
            cart: cart,
            currency: currency,
            method: method,
            presentation: presentation,
            origin: origin,
            mayStart: mayStart
        )
    }
}

/// The second call: the challenge is done, or so the app says.
public struct SecondCall: Hashable, Sendable {
    public let caller: Caller
    public let intent: PaymentIntentID
    /// What the caller holds to prove that the payment is theirs.
    public let secret: ClientSecret?
    /// What the app repeats of the purchase; it may not contradict the payment.
    public let cart: Cart?
    public let currency: Currency?
    public let order: OrderID?

    public init(
        caller: Caller,
        intent: PaymentIntentID,
        secret: ClientSecret?,
        cart: Cart?,
        currency: Currency?,
        order: OrderID?
    ) {
        self.caller = caller
        self.intent = intent
        self.secret = secret
        self.cart = cart
        self.currency = currency
        self.order = order
    }
}

/// Asks for a payment by our own id, with what proves that it is the caller's.
public struct PaymentQuery: Hashable, Sendable {
    public let id: PaymentID
    public let caller: Caller
    public let secret: ClientSecret?
    public let key: IdempotencyKey?

    public init(id: PaymentID, caller: Caller, secret: ClientSecret?, key: IdempotencyKey?) {
        self.id = id
        self.caller = caller
        self.secret = secret
        self.key = key
    }
}
