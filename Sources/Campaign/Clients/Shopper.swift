import Money
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
    /// Unused payment methods, taken one after the other.
    public let methods: [PaymentMethodID]
    /// What the shop makes of a wrong CVC; `nil` where none is collected.
    public let cvcPolicy: CVCMismatchPolicy?

    public init(
        number: Int,
        naming: Naming,
        caller: Caller = .guest,
        cvcPolicy: CVCMismatchPolicy? = nil
    ) {
        self.number = number
        self.naming = naming
        self.caller = caller
        self.cvcPolicy = cvcPolicy
        cart = number.isMultiple(of: 3) ? Shop.bookCart : Shop.photoCart
        methods = (0..<Shopper.mostCards).map { card in
            Shop.known(PaymentMethodID("pm_\(number)_\(card)"))
        }
    }

    public static let mostCards = 4

    public var description: String { "shopper \(number), known by \(naming.rawValue)" }

    /// Whose purchase a payment method of the book paid for.
    public static func number(ofMethod method: String) -> Int? {
        let parts = method.split(separator: "_")
        return parts.count == 3 ? Int(parts[1]) : nil
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
            stripe.cvcChecks[method] = checks[index % checks.count]
        }
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
            method: methods[card],
            presentation: Presentation(usesStripeSDK: true, returnURL: nil),
            card: CardUse(cvcPolicy: cvcPolicy),
            origin: "home of shopper \(number)"
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
            order: nil
        )
    }
}
