extension BillingDetails {
    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown(["address", "email", "name", "phone", "tax_id"])
        email = try parameters.text("email")
        name = try parameters.text("name")
        phone = try parameters.text("phone")
        taxID = try parameters.text("tax_id")
        guard let lines = try parameters.nested("address") else { return }
        try lines.refuseUnknown(Set(BillingDetails.addressFields))
        for field in BillingDetails.addressFields { address[field] = try lines.text(field) }
    }
}
