/// `POST /v1/payment_intents/{id}`
struct UpdateIntent {
    let amount: Int64?
    let currency: String?
    let customer: CustomerReference?
    let metadata: MetadataChange?
    let terms: IntentTerms
    let descriptors: DescriptorTerms
    let expansion: Expansion

    init(_ parameters: Parameters, context: ValidationContext) throws(StripeError) {
        try parameters.refuseUnknown(UpdateIntent.known)
        try parameters.refuseUnsimulated(UpdateIntent.unsimulated)
        amount = try parameters.integer("amount")
        currency = parameters.has("currency") ? try AmountRule.currency(parameters) : nil
        if let amount, let currency {
            try AmountRule.check(amount, currency, context: context)
        }
        customer = try CustomerReference(parameters)
        metadata = try parameters.metadata()
        terms = try IntentTerms(parameters)
        descriptors = try DescriptorTerms(parameters)
        expansion = try parameters.expansion(of: .paymentIntent)
        if terms.cardOptions.cvcToken != nil {
            throw .onlyWithConfirm("payment_method_options[card][cvc_token]")
        }
    }

    private static let known: Set<String> = [
        "amount", "amount_details", "application_fee_amount", "capture_method", "currency",
        "customer", "customer_account", "description", "excluded_payment_method_types", "expand",
        "hooks", "metadata", "payment_details", "payment_method", "payment_method_configuration",
        "payment_method_data", "payment_method_options", "payment_method_types", "receipt_email",
        "setup_future_usage", "shipping", "statement_descriptor", "statement_descriptor_suffix",
        "transfer_data", "transfer_group",
    ]

    private static let unsimulated = [
        "application_fee_amount", "excluded_payment_method_types", "hooks",
        "payment_method_configuration", "transfer_data",
    ]
}
