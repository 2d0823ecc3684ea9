import Campaign
import Foundation
import Money
import Payments
import Testing

/// Values that the tests are made of.
enum Sample {
    static let photo = Shop.photo
    static let book = Shop.book
    static let cart = Shop.photoCart
    static let otherCart = Shop.bookCart
    static let visa = known(PaymentMethodID("pm_visa"))
    static let other = known(PaymentMethodID("pm_other"))
    static let third = known(PaymentMethodID("pm_third"))
    static let testName = known(PaymentMethodID("pm_card_visa"))
    static let key = known(IdempotencyKey("the-key-of-one-purchase"))
    static let otherKey = known(IdempotencyKey("the-key-of-another-one"))
    static let order = known(OrderID("order-1"))
    static let ann = Caller.customer(known(CustomerReference("ann")))
    static let bob = Caller.customer(known(CustomerReference("bob")))
    static let terms = Saving(consent: known(Consent("terms 3")))
    static let token = known(CVCToken("cvctok_1"))
    static let otherToken = known(CVCToken("cvctok_2"))
    static let jpy = known(Currency("jpy"))
    static let kwd = known(Currency("kwd"))
    static let declined = Closing(code: "card_declined", declineCode: "insufficient_funds")

    static let catalogue = Shop.catalogue

    /// A value that is written right above.
    static func known<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("a sample is wrong") }
        return value
    }

    static let hash = Shop.hash

    static func purchase(
        caller: Caller = .guest,
        order: OrderID? = nil,
        cart: Cart = cart,
        currency: Currency = .usd,
        flow: Payments.Flow = .onSession
    ) -> Purchase {
        Purchase(caller: caller, order: order, cart: cart, currency: currency, flow: flow)
    }

    static func request(
        caller: Caller = .guest,
        key: IdempotencyKey? = key,
        order: OrderID? = nil,
        cart: Cart = cart,
        currency: Currency = .usd,
        method: PaymentMethodID? = visa,
        card: CardUse = .plain,
        saving: Saving? = nil,
        cvcToken: CVCToken? = nil,
        origin: String = "home"
    ) -> PayRequest {
        PayRequest(
            caller: caller,
            key: key,
            order: order,
            cart: cart,
            currency: currency,
            method: method,
            presentation: Presentation(usesStripeSDK: true, returnURL: nil),
            card: saving.map { CardUse(saving: $0) } ?? card,
            cvcToken: cvcToken,
            origin: origin
        )
    }

    /// What opens a sheet; with `method` the first try is made for it.
    static func sheet(
        caller: Caller = .guest,
        key: IdempotencyKey? = key,
        order: OrderID? = nil,
        cart: Cart = cart,
        method: PaymentMethodID? = nil,
        saving: Saving? = nil,
        wishes: AppWishes = .none
    ) -> PayRequest {
        PayRequest(
            caller: caller,
            key: key,
            order: order,
            cart: cart,
            currency: .usd,
            flow: .appConfirmed,
            method: method,
            presentation: Presentation(usesStripeSDK: method != nil, returnURL: nil),
            card: CardUse(saving: saving),
            wishes: wishes,
            origin: "home"
        )
    }

    static func secondCall(
        _ intent: PaymentIntentID,
        caller: Caller = .guest,
        secret: ClientSecret? = nil,
        cart: Cart? = nil,
        currency: Currency? = nil,
        order: OrderID? = nil
    ) -> SecondCall {
        SecondCall(
            caller: caller,
            intent: intent,
            secret: secret,
            cart: cart,
            currency: currency,
            order: order
        )
    }

    static func payment(
        _ state: PaymentState = .creating,
        id: PaymentID = known(PaymentID("pay_" + String(repeating: "0", count: 32))),
        purchase: Purchase = purchase(),
        method: PaymentMethodID? = visa,
        card: CardUse = .plain,
        origin: String = "home",
        intent: PaymentIntentID? = nil,
        closing: Closing? = nil,
        operation: Payments.Operation.Name = .create,
        age: Duration = .zero,
        stepStripeSeconds: Int64? = nil,
        times: Times = times()
    ) -> Payment {
        Payment(
            id: id,
            state: state,
            fence: 1,
            owner: .nobody,
            purchase: purchase,
            fingerprint: fingerprint(of: purchase),
            amount: Amount(minorUnits: 1400, currency: purchase.currency),
            method: method,
            presentation: Presentation(usesStripeSDK: true, returnURL: nil),
            card: card,
            origin: origin,
            intent: intent,
            closing: closing,
            operation: Payments.Operation(
                name: operation,
                number: 1,
                request: FrozenRequest(path: "/v1/payment_intents", body: [], apiVersion: "1"),
                age: age,
                stripeTimeSeconds: stepStripeSeconds
            ),
            times: times
        )
    }

    static func times(
        asked: Duration = .zero,
        change: Duration = .zero,
        action: Int64? = nil
    ) -> Times {
        Times(
            sinceClaim: .zero,
            sinceAsked: asked,
            sinceChange: change,
            claimStripeSeconds: nil,
            actionStripeSeconds: action
        )
    }

    /// What stands for a purchase; equal for equal ones.
    static func fingerprint(of purchase: Purchase) -> Fingerprint {
        Fingerprint(stored: "\(purchase)")
    }
}
