import JSON

/// What create, update and confirm may all say about a PaymentIntent.
struct IntentTerms {
    var method: MethodSource?
    var methodTypes: [String]?
    var cardOptions = CardOptionsChange()
    var captureMethod: CaptureMethod?
    var setupFutureUsage: SetupFutureUsage?
    var receiptEmail: String?
    var shipping: JSONValue?

    init(_ parameters: Parameters) throws(StripeError) {
        method = try MethodSource(parameters)
        methodTypes = try parameters.texts("payment_method_types")
        cardOptions = try CardOptionsChange(parameters)
        captureMethod = try parameters.choice("capture_method", CaptureMethod.self)
        setupFutureUsage = try parameters.choice("setup_future_usage", SetupFutureUsage.self)
        receiptEmail = try parameters.text("receipt_email")
        if let shipping = try parameters.nested("shipping") {
            try shipping.refuseUnknown(["address", "carrier", "name", "phone", "tracking_number"])
            self.shipping = parameters.json("shipping")
        }
        if let methodTypes, !methodTypes.contains("card") {
            throw StripeError(
                "The simulator knows no payment methods but cards: `payment_method_types` has to "
                    + "contain `card`.",
                parameter: "payment_method_types"
            )
        }
    }

    /// Everything but the method, which needs the account.
    func apply(to intent: inout PaymentIntent) {
        cardOptions.apply(to: &intent.cardOptions)
        if let methodTypes {
            intent.paymentMethodTypes = methodTypes
            intent.automaticPaymentMethods = nil
        }
        if let captureMethod { intent.captureMethod = captureMethod }
        if let setupFutureUsage { intent.setupFutureUsage = setupFutureUsage }
        if let receiptEmail { intent.receiptEmail = receiptEmail.isEmpty ? nil : receiptEmail }
        if let shipping { intent.shipping = shipping }
    }
}
