import JSON

/// What create and update say about a Customer.
struct CustomerTerms {
    var address: JSONValue?
    var defaultPaymentMethod: String?
    var description: String?
    var email: String?
    var metadata: MetadataChange?
    var name: String?
    var phone: String?
    var preferredLocales: [String]?
    var shipping: JSONValue?
    var taxExemption: TaxExemption?
    /// To be attached, at creation only.
    var paymentMethod: String?
    var expansion = Expansion.none

    static let emailLengthLimit = 512

    init(creating parameters: Parameters) throws(StripeError) {
        let unsimulated = CustomerTerms.unsimulated + ["tax_id_data", "test_clock"]
        try parameters.refuseUnknown(
            CustomerTerms.known.union(unsimulated).union(["payment_method"])
        )
        try parameters.refuseUnsimulated(unsimulated)
        try read(parameters)
        paymentMethod = try parameters.nonEmpty("payment_method")
    }

    init(updating parameters: Parameters) throws(StripeError) {
        let unsimulated =
            CustomerTerms.unsimulated + [
                "bank_account", "card", "default_alipay_account", "default_bank_account",
                "default_card", "default_source",
            ]
        try parameters.refuseUnknown(CustomerTerms.known.union(unsimulated))
        try parameters.refuseUnsimulated(unsimulated)
        try read(parameters)
    }

    private mutating func read(_ parameters: Parameters) throws(StripeError) {
        address = try CustomerTerms.group("address", CustomerTerms.addressFields, parameters)
        shipping = try CustomerTerms.group("shipping", ["address", "name", "phone"], parameters)
        description = try parameters.text("description")
        email = try parameters.text("email")
        if let email, !email.isEmpty { try CustomerTerms.check(email) }
        metadata = try parameters.metadata()
        name = try parameters.text("name")
        phone = try parameters.text("phone")
        preferredLocales = try parameters.texts("preferred_locales")
        taxExemption = try parameters.choice("tax_exempt", TaxExemption.self)
        if let settings = try parameters.nested("invoice_settings") {
            let others = ["custom_fields", "footer", "rendering_options"]
            try settings.refuseUnknown(Set(others + ["default_payment_method"]))
            try settings.refuseUnsimulated(others)
            defaultPaymentMethod = try settings.text("default_payment_method")
        }
        expansion = try parameters.expansion(of: .customer)
    }

    /// The one rule that Stripe is known to have.
    private static func check(_ email: String) throws(StripeError) {
        guard email.contains("@"), email.count <= emailLengthLimit else {
            throw StripeError(
                code: "email_invalid",
                "Invalid email address: \(email)",
                parameter: "email"
            )
        }
    }

    private static func group(
        _ name: String,
        _ fields: Set<String>,
        _ parameters: Parameters
    ) throws(StripeError) -> JSONValue? {
        guard let group = try parameters.nested(name) else { return nil }
        try group.refuseUnknown(fields)
        if group.keys.isEmpty { return .null }
        return parameters.json(name)
    }

    private static let addressFields = Set(BillingDetails.addressFields)

    private static let known: Set<String> = [
        "address", "description", "email", "expand", "invoice_settings", "metadata", "name",
        "phone", "preferred_locales", "shipping", "tax_exempt",
    ]

    private static let unsimulated = [
        "balance", "business_name", "cash_balance", "individual_name", "invoice_prefix",
        "next_invoice_sequence", "source", "tax",
    ]
}
