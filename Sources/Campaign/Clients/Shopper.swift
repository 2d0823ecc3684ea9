public import Money
public import Payments

/// Somebody who wants one thing and is to pay for it at most once, with whatever cards and devices.
public struct Shopper: Sendable, CustomStringConvertible {
    /// By what the service can tell that two requests are about one purchase.
    public enum Naming: String, CaseIterable, Sendable {
        /// An idempotency key, kept over all tries.
        case key
        /// The shop's order; keys may change.
        case order
        /// Neither, as the sample clients do it: the payment method, and the card behind it.
        case card
    }

    public let number: Int
    public let naming: Naming
    public let caller: Caller
    public let cart: Cart
    /// What the purchase costs: in a world with many shoppers an amount that no other one has, so
    /// that Stripe's book tells by itself whose money moved.
    public let price: Amount
    /// Whether the price is the shop's word and not the catalogue's.
    public let isFixed: Bool
    public let keeping: CardKeeping
    /// Unused payment methods, taken one after the other; of a saved card it is always that one,
    /// each time with another security code, and at last a new one.
    public let methods: [PaymentMethodID]
    /// What the shop makes of a wrong CVC; `nil` where none is collected.
    public let cvcPolicy: CVCMismatchPolicy?

    public init(
        number: Int,
        naming: Naming,
        caller: Caller = .guest,
        cvcPolicy: CVCMismatchPolicy? = nil,
        keeping: CardKeeping = .none,
        fixedPrice: Amount? = nil
    ) {
        self.number = number
        self.naming = naming
        self.caller = caller
        self.cvcPolicy = cvcPolicy
        self.keeping = keeping
        cart = Shop.cart(of: number)
        price = fixedPrice ?? Shop.price(of: number)
        isFixed = fixedPrice != nil
        methods = (0..<Shopper.mostCards).map { card in
            if let saved = keeping.saved, card < Shopper.mostCards - 1 { return saved }
            return Shop.known(PaymentMethodID("pm_\(number)_\(card)"))
        }
    }

    public static let mostCards = 4

    public var description: String { "shopper \(number), known by \(naming.rawValue)" }

    public var customer: CustomerReference? {
        if case .customer(let reference) = caller { reference } else { nil }
    }

    /// Whether a charge is over what this purchase costs, and so this one's.
    func pays(_ charge: MemoryStripe.Charge) -> Bool {
        charge.amount == price.minorUnits && charge.currency == price.currency.code
    }

    /// Whether a payment method of the book is this one's to pay with.
    func holds(_ method: String) -> Bool {
        if methods.contains(where: { $0.description == method }) { return true }
        guard case .paysWithTheOnly(let methods) = keeping else { return false }
        return methods.contains { $0.description == method }
    }

    /// What a card does, and for a shopper known by the card alone, that all methods are one card.
    public func hold(_ cards: [MemoryStripe.Card], in stripe: MemoryStripe) {
        for (index, method) in methods.enumerated() {
            stripe.cards[method] = cards[index % cards.count]
            if naming == .card { stripe.fingerprints[method] = "card of shopper \(number)" }
        }
    }

    /// What the bank says of the CVC of each card.
    public func answer(_ checks: [CVCVerdict], in stripe: MemoryStripe) {
        for (index, method) in methods.enumerated() where !checks.isEmpty {
            let check = checks[index % checks.count]
            if let token = token(index) {
                stripe.tokenChecks[token.exposed] = check
            } else {
                stripe.cvcChecks[method] = check
            }
        }
    }

    /// The security code of a saved card, collected again.
    func token(_ card: Int) -> CVCToken? {
        guard keeping.saved != nil, card < Shopper.mostCards - 1 else { return nil }
        return Shop.known(CVCToken("cvctok_\(number)x\(card)"))
    }

    private func method(_ card: Int) -> PaymentMethodID? {
        if case .paysWithTheOnly = keeping, token(card) != nil { return nil }
        return methods[card]
    }

    public func key(_ name: String) -> IdempotencyKey? {
        naming == .card
            ? nil : Shop.known(IdempotencyKey("key-\(name)-of-shopper-\(number)"))
    }

    /// `nil` for shoppers who are known by something else.
    public var order: OrderID? {
        naming == .order ? Shop.known(OrderID("order-\(number)")) : nil
    }

    public func request(key name: String, card: Int) -> PayRequest {
        PayRequest(
            caller: caller,
            key: key(name),
            order: order,
            cart: cart,
            currency: .usd,
            method: method(card),
            presentation: Presentation(usesStripeSDK: true, returnURL: nil),
            card: CardUse(saving: keeping.saving, cvcPolicy: cvcPolicy),
            cvcToken: token(card),
            origin: "home of shopper \(number)"
        )
    }

    /// Somebody else's request for the same order.
    public func stranger(_ caller: Caller) -> PayRequest {
        PayRequest(
            caller: caller,
            key: nil,
            order: order,
            cart: cart,
            currency: price.currency,
            method: Shop.known(PaymentMethodID("pm_\(number)_stranger")),
            presentation: Presentation(usesStripeSDK: true, returnURL: nil),
            origin: "elsewhere"
        )
    }

    /// The shop's server charges a card that this customer has saved.
    public func charge(key name: String, card: Int) -> OffSessionRequest {
        guard case .customer(let reference) = caller else {
            preconditionFailure("\(self) has no saved cards")
        }
        return OffSessionRequest(
            customer: reference,
            order: OrderRequest(
                order: Shop.known(order),
                price: .items(cart, .usd),
                customer: reference,
                description: nil,
                key: "the shop's"
            ),
            key: Shop.known(key(name)),
            method: methods[card],
            origin: "the shop"
        )
    }

    /// Opens a sheet, or with a card lets the first try be made here.
    public func sheet(key name: String, card: Int?) -> PayRequest {
        PayRequest(
            caller: caller,
            // A key is for one way of paying; who has an order needs none.
            key: naming == .order ? nil : key(name),
            order: order,
            cart: cart,
            currency: .usd,
            flow: .appConfirmed,
            method: card.map { methods[$0] },
            presentation: Presentation(usesStripeSDK: true, returnURL: nil),
            wishes: AppWishes(makesGuestCustomer: card == nil),
            origin: "home of shopper \(number)"
        )
    }

    public func secondCall(_ intent: PaymentIntentID) -> SecondCall {
        SecondCall(
            caller: caller,
            intent: intent,
            secret: nil,
            cart: nil,
            currency: nil,
            order: nil,
            presentation: Presentation(usesStripeSDK: true, returnURL: nil)
        )
    }
}
