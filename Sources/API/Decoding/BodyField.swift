/// A field of the body of `/pay`, with the other spelling under which clients send it.
struct BodyField: Hashable, CustomStringConvertible {
    let name: String
    let alias: String?

    private init(_ name: String, alias: String? = nil) {
        self.name = name
        self.alias = alias
    }

    var description: String { name }

    /// The name as older clients would spell it.
    var snakeCased: String {
        name.reduce(into: "") { text, letter in
            text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
        }
    }

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
    static let customerKeyType = BodyField("customerKeyType", alias: "customer_key_type")
    static let apiVersion = BodyField("apiVersion", alias: "api_version")
    static let requireCVCRecollection = BodyField(
        "requireCvcRecollection",
        alias: "require_cvc_recollection"
    )
    /// As `savePaymentMethod`, in the sample apps of the sheets.
    static let shouldSavePaymentMethod = BodyField("shouldSavePaymentMethod")
    static let description = BodyField("description")

    /// Fields whose alias tells that the client speaks the older guide's dialect.
    static let snakeCased = [paymentMethodID, paymentIntentID, useStripeSDK, returnURL]
}
