/// `POST /v1/payment_intents/{id}/capture`
struct CaptureIntent {
    let amount: Int64?
    let metadata: MetadataChange?
    let descriptors: DescriptorTerms
    let expansion: Expansion

    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown([
            "amount_details", "amount_to_capture", "application_fee_amount", "expand",
            "final_capture", "hooks", "metadata", "payment_details", "statement_descriptor",
            "statement_descriptor_suffix", "transfer_data",
        ])
        try parameters.refuseUnsimulated([
            "application_fee_amount", "final_capture", "hooks", "transfer_data",
        ])
        amount = try parameters.integer("amount_to_capture")
        metadata = try parameters.metadata()
        descriptors = try DescriptorTerms(parameters)
        expansion = try parameters.expansion(of: .paymentIntent)
    }
}
