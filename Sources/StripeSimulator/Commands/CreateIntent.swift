/// `POST /v1/payment_intents`
struct CreateIntent {
    let amount: Int64
    let currency: String
    let customer: CustomerReference?
    let metadata: MetadataChange
    let automaticPaymentMethods: AutomaticPaymentMethods?
    let confirmationMethod: ConfirmationMethod
    let confirms: Bool
    let terms: IntentTerms
    let descriptors: DescriptorTerms
    let attempt: AttemptTerms
    let expansion: Expansion

    init(_ parameters: Parameters, context: ValidationContext) throws(StripeError) {
        try parameters.refuseUnknown(CreateIntent.known)
        try parameters.refuseUnsimulated(CreateIntent.unsimulated)
        guard let amount = try parameters.integer("amount") else { throw .missing("amount") }
        self.amount = amount
        currency = try AmountRule.currency(parameters)
        try AmountRule.check(amount, currency, context: context)
        customer = try CustomerReference(parameters)
        metadata = try parameters.metadata() ?? MetadataChange()
        automaticPaymentMethods = try CreateIntent.automatic(parameters)
        confirmationMethod =
            try parameters.choice("confirmation_method", ConfirmationMethod.self) ?? .automatic
        confirms = try parameters.flag("confirm") ?? false
        terms = try IntentTerms(parameters)
        descriptors = try DescriptorTerms(parameters)
        attempt = try AttemptTerms(parameters)
        expansion = try parameters.expansion(of: .paymentIntent)
        try CreateIntent.refuseExclusive(parameters)
        if !confirms { try CreateIntent.refuseWithoutConfirm(parameters) }
    }

    private static func automatic(
        _ parameters: Parameters
    ) throws(StripeError) -> AutomaticPaymentMethods? {
        guard let group = try parameters.nested("automatic_payment_methods") else {
            // Since 2023-08-16 the dashboard decides where no types are named.
            let isDefault = !parameters.has("payment_method_types")
            return isDefault ? AutomaticPaymentMethods(isEnabled: true, redirects: .always) : nil
        }
        try group.refuseUnknown(["allow_redirects", "enabled"])
        guard let isEnabled = try group.flag("enabled") else {
            throw .missing(group.name("enabled"))
        }
        let redirects = try group.choice("allow_redirects", AutomaticPaymentMethods.Redirects.self)
        return AutomaticPaymentMethods(isEnabled: isEnabled, redirects: redirects ?? .always)
    }

    private static func refuseExclusive(_ parameters: Parameters) throws(StripeError) {
        guard parameters.has("automatic_payment_methods") else { return }
        for other in ["confirmation_method", "payment_method_types"] where parameters.has(other) {
            throw .onlyOneOf("automatic_payment_methods", other)
        }
    }

    private static func refuseWithoutConfirm(_ parameters: Parameters) throws(StripeError) {
        for name in AttemptTerms.onlyWithConfirm where parameters.has(name) {
            throw .onlyWithConfirm(name)
        }
        if try CardOptionsChange(parameters).cvcToken != nil {
            throw .onlyWithConfirm("payment_method_options[card][cvc_token]")
        }
    }

    private static let known: Set<String> = [
        "amount", "amount_details", "application_fee_amount", "automatic_payment_methods",
        "capture_method", "confirm", "confirmation_method", "confirmation_token", "currency",
        "customer", "customer_account", "description", "error_on_requires_action",
        "excluded_payment_method_types", "expand", "hooks", "mandate", "mandate_data", "metadata",
        "off_session", "on_behalf_of", "payment_details", "payment_method",
        "payment_method_configuration", "payment_method_data", "payment_method_options",
        "payment_method_types", "radar_options", "receipt_email", "return_url",
        "setup_future_usage", "shipping", "statement_descriptor", "statement_descriptor_suffix",
        "transfer_data", "transfer_group", "use_stripe_sdk",
    ]

    private static let unsimulated = [
        "application_fee_amount", "confirmation_token", "excluded_payment_method_types", "hooks",
        "mandate", "on_behalf_of", "payment_method_configuration", "transfer_data",
    ]
}
