public import Money

/// The first call: a payment method and what it is to pay for. Kept in shared memory, like
/// `Payment` and for the same reason.
public struct PayRequest: Hashable, Sendable {
    private var fields: Shared<PayRequestFields>

    public var caller: Caller { fields.value.caller }
    public var key: IdempotencyKey? { fields.value.key }
    public var order: OrderID? { fields.value.order }
    public var cart: Cart { fields.value.cart }
    public var currency: Currency { fields.value.currency }
    public var flow: Flow { fields.value.flow }
    /// `nil`: the customer's only saved card.
    public var method: PaymentMethodID? { fields.value.method }
    public var presentation: Presentation { fields.value.presentation }
    /// What is to be done with the card; the customer at Stripe is found for it here.
    public var card: CardUse { fields.value.card }
    public var cvcToken: CVCToken? { fields.value.cvcToken }
    public var wishes: AppWishes { fields.value.wishes }
    /// A digest of the address that the request came from.
    public var origin: String { fields.value.origin }

    public init(
        caller: Caller,
        key: IdempotencyKey?,
        order: OrderID?,
        cart: Cart,
        currency: Currency,
        flow: Flow = .onSession,
        method: PaymentMethodID?,
        presentation: Presentation,
        card: CardUse = .plain,
        cvcToken: CVCToken? = nil,
        wishes: AppWishes = .none,
        origin: String
    ) {
        fields = Shared(
            PayRequestFields(
                caller: caller,
                key: key,
                order: order,
                cart: cart,
                currency: currency,
                flow: flow,
                method: method,
                presentation: presentation,
                card: card,
                cvcToken: cvcToken,
                wishes: wishes,
                origin: origin
            )
        )
    }

    /// The same request, with this card.
    func charging(_ method: PaymentMethodID, _ use: CardUse) -> PayRequest {
        guard method != self.method || use != card else { return self }
        var request = self
        request.fields.value.method = method
        request.fields.value.card = use
        return request
    }

    /// The same request, for this customer at Stripe.
    func belonging(to customer: StripeCustomerID) -> PayRequest {
        var request = self
        request.fields.value.card = CardUse(customer: customer, saving: card.saving)
        return request
    }
}

private struct PayRequestFields: Hashable, Sendable {
    let caller: Caller
    let key: IdempotencyKey?
    let order: OrderID?
    let cart: Cart
    let currency: Currency
    let flow: Flow
    var method: PaymentMethodID?
    let presentation: Presentation
    var card: CardUse
    let cvcToken: CVCToken?
    let wishes: AppWishes
    let origin: String
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
    /// How the app can show a challenge, where the first call could not say it.
    public let presentation: Presentation

    public init(
        caller: Caller,
        intent: PaymentIntentID,
        secret: ClientSecret?,
        cart: Cart?,
        currency: Currency?,
        order: OrderID?,
        presentation: Presentation = Presentation(usesStripeSDK: false, returnURL: nil)
    ) {
        self.caller = caller
        self.intent = intent
        self.secret = secret
        self.cart = cart
        self.currency = currency
        self.order = order
        self.presentation = presentation
    }
}

/// Asks for a payment by our own id, with what proves that it is the caller's. The shop may know
/// each of its payments.
public struct PaymentQuery: Hashable, Sendable {
    public let id: PaymentID
    public let caller: Caller
    public let secret: ClientSecret?
    public let key: IdempotencyKey?
    /// An API key was proved.
    public let isFromShop: Bool

    public init(id: PaymentID, caller: Caller, secret: ClientSecret?, key: IdempotencyKey?) {
        self.init(id: id, caller: caller, secret: secret, key: key, isFromShop: false)
    }

    private init(
        id: PaymentID,
        caller: Caller,
        secret: ClientSecret?,
        key: IdempotencyKey?,
        isFromShop: Bool
    ) {
        self.id = id
        self.caller = caller
        self.secret = secret
        self.key = key
        self.isFromShop = isFromShop
    }

    public static func fromShop(_ id: PaymentID) -> PaymentQuery {
        PaymentQuery(id: id, caller: .guest, secret: nil, key: nil, isFromShop: true)
    }
}
