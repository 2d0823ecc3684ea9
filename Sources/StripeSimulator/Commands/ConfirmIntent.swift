/// `POST /v1/payment_intents/{id}/confirm`
struct ConfirmIntent {
    let clientSecret: String?
    let terms: IntentTerms
    let attempt: AttemptTerms
    let expansion: Expansion

    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown(ConfirmIntent.known)
        try parameters.refuseUnsimulated(ConfirmIntent.unsimulated)
        clientSecret = try parameters.nonEmpty("client_secret")
        terms = try IntentTerms(parameters)
        attempt = try AttemptTerms(parameters)
        expansion = try parameters.expansion(of: .paymentIntent)
    }

    private static let known: Set<String> = [
        "amount_details", "amount_to_confirm", "capture_method", "client_secret",
        "confirmation_token", "error_on_requires_action", "excluded_payment_method_types", "expand",
        "hooks", "mandate", "mandate_data", "off_session", "payment_details", "payment_method",
        "payment_method_data", "payment_method_options", "payment_method_types", "radar_options",
        "receipt_email", "return_url", "setup_future_usage", "shipping", "use_stripe_sdk",
    ]

    private static let unsimulated = [
        "amount_to_confirm", "confirmation_token", "excluded_payment_method_types", "hooks",
        "mandate",
    ]
}
