import API
import Money
import Payments
import Testing

/// Values that the tests speak of.
enum Samples {
    static let paymentText = "pay_0123456789abcdef0123456789abcdef"
    static let secretText = "pi_3Abc_secret_Xyz"

    static func payment() throws -> PaymentID { try #require(PaymentID(paymentText)) }
    static func intent() throws -> PaymentIntentID { try #require(PaymentIntentID("pi_3Abc")) }
    static func method() throws -> PaymentMethodID { try #require(PaymentMethodID("pm_1Abc")) }
    static func secret() throws -> ClientSecret { try #require(ClientSecret(secretText)) }

    static func cart(_ lines: (String, Int64)...) throws -> Cart {
        var known: [(item: ItemID, quantity: Int64)] = []
        for (name, quantity) in lines { known.append((try #require(ItemID(name)), quantity)) }
        return try #require(Cart(known))
    }

    static func defaults() throws -> PurchaseDefaults {
        PurchaseDefaults(cart: try cart(("photo_subscription", 1)), currency: .usd)
    }

    static func view(
        _ standing: Standing,
        isReplay: Bool = false,
        customer: String? = nil
    ) throws -> PaymentView {
        PaymentView(
            payment: try payment(),
            intent: try intent(),
            amount: Amount(minorUnits: 1400, currency: .usd),
            standing: standing,
            isReplay: isReplay,
            customer: customer.flatMap(StripeCustomerID.init)
        )
    }

    static func standings() throws -> [Standing] {
        let secret = try secret()
        return [
            .succeeded(secret), .succeeded(nil), .requiresAction(secret),
            .declined(Closing(code: "card_declined", declineCode: "insufficient_funds")),
            .declined(Closing(code: "expired_card", message: "Your card has expired.")),
            .declined(
                Closing(code: "card_declined", declineCode: "stolen_card", message: "Stolen!")
            ),
            .declined(Closing(code: "payment_intent_authentication_failure")),
            .declined(.unusableMethod), .declined(.unusableToken), .declined(.incorrectCVC),
            .declined(Closing(code: "x", message: "")),
            .expired, .canceled(.canceled), .canceled(.replaced), .canceled(.notExecuted),
            .canceled(.refused), .canceled(Closing(code: "order_already_paid")),
            .notAttempted(secret), .notAttempted(nil),
            .processing, .unknown, .duplicateSuspected,
            .requiresCustomer(PaymentMethodID("pm_saved")), .requiresCustomer(nil),
        ]
    }

    static func refusals() throws -> [PaymentRefusal] {
        let item = try #require(ItemID("camera"))
        return [
            .pricing(.unknownItem(item)), .pricing(.noPrice(item, .eur)),
            .pricing(.outsideLimits(.overflow)),
            .pricing(.outsideLimits(.belowMinimum(Amount(minorUnits: 50, currency: .usd)))),
            .keyReused, .orderAlreadyPaid, .paymentInProgress, .tooManyReplacements,
            .rateLimited(wait: .milliseconds(1)), .rateLimited(wait: .seconds(60)),
            .notFound, .orderNotFound, .customerRequired, .cvcTokenUsed, .cvcRequired, .keyRequired,
            .methodRequired, .methodNotFound, .order(.fixedOtherwise), .order(.inUse),
            .contradictsPayment, .notCancelable(try view(.succeeded(try secret()))),
            .notCancelable(try view(.unknown)), .overloaded, .unavailable,
        ]
    }

    /// Everything that a use case can end with, fresh and repeated, with and without an intent.
    static func answers() throws -> [PaymentAnswer] {
        let payment = try payment()
        let standing = try standings().flatMap { standing in
            [
                PaymentAnswer.standing(try view(standing)),
                .standing(try view(standing, isReplay: true)),
                .standing(
                    PaymentView(
                        payment: payment,
                        intent: nil,
                        amount: Amount(minorUnits: 1400, currency: .usd),
                        standing: standing,
                        isReplay: false
                    )
                ),
            ]
        }
        return standing + (try refusals().map(PaymentAnswer.refused))
    }
}
