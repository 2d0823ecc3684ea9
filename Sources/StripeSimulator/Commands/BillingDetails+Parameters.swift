extension BillingDetails {
    init(_ parameters: Parameters) throws(StripeError) {
        try change(by: parameters)
    }

    /// What is not named stays.
    mutating func change(by parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown(["address", "email", "name", "phone", "tax_id"])
        email = try parameters.text("email") ?? email
        name = try parameters.text("name") ?? name
        phone = try parameters.text("phone") ?? phone
        taxID = try parameters.text("tax_id") ?? taxID
        guard let lines = try parameters.nested("address") else { return }
        try lines.refuseUnknown(Set(BillingDetails.addressFields))
        for field in BillingDetails.addressFields where lines.has(field) {
            address[field] = try lines.text(field)
        }
    }
}
