/// What the customer's bank statement shows, and texts for the merchant.
struct DescriptorTerms {
    var description: String?
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var transferGroup: String?

    /// Stripe's: 5 to 22 characters.
    static let descriptorLengthLimit = 22

    init(_ parameters: Parameters) throws(StripeError) {
        description = try parameters.text("description")
        statementDescriptor = try DescriptorTerms.descriptor("statement_descriptor", parameters)
        statementDescriptorSuffix = try DescriptorTerms.descriptor(
            "statement_descriptor_suffix",
            parameters
        )
        transferGroup = try parameters.text("transfer_group")
    }

    func apply(to intent: inout PaymentIntent) {
        if let description { intent.description = description.isEmpty ? nil : description }
        if let statementDescriptor { intent.statementDescriptor = statementDescriptor }
        if let statementDescriptorSuffix {
            intent.statementDescriptorSuffix = statementDescriptorSuffix
        }
        if let transferGroup { intent.transferGroup = transferGroup }
    }

    private static func descriptor(
        _ key: String,
        _ parameters: Parameters
    ) throws(StripeError) -> String? {
        guard let text = try parameters.nonEmpty(key) else { return nil }
        guard text.count <= descriptorLengthLimit else {
            throw StripeError(
                "The statement descriptor must be at most \(descriptorLengthLimit) characters.",
                parameter: key
            )
        }
        return text
    }
}
