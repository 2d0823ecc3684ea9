/// A field of the body of `/pay`, with the other spelling under which clients send it.
struct BodyField: Hashable, CustomStringConvertible {
    let name: String
    let alias: String?

    private init(_ name: String, alias: String? = nil) {
        self.name = name
        self.alias = alias
    }

    var description: String { name }

    static let paymentMethodID = BodyField("paymentMethodId", alias: "payment_method_id")
    static let paymentIntentID = BodyField("paymentIntentId", alias: "payment_intent_id")
    static let useStripeSDK = BodyField("useStripeSdk", alias: "use_stripe_sdk")
    static let returnURL = BodyField("returnUrl", alias: "return_url")
    /// The alias is that of Stripe's own sample, so it says nothing about the dialect.
    static let savePaymentMethod = BodyField("savePaymentMethod", alias: "isSavingCard")
    static let reason = BodyField("reason")
    static let items = BodyField("items")
    static let currency = BodyField("currency")
    static let orderID = BodyField("orderId")
    static let consent = BodyField("consent")
    static let cvcToken = BodyField("cvcToken")
    static let amount = BodyField("amount")
    static let customerReference = BodyField("customerRef")
    static let description = BodyField("description")

    /// Fields whose alias tells that the client speaks the older guide's dialect.
    static let snakeCased = [paymentMethodID, paymentIntentID, useStripeSDK, returnURL]
}
