/// `POST /v1/payment_methods/{id}`
struct UpdateMethod {
    let billing: Parameters?
    let expiryMonth: Int64?
    let expiryYear: Int64?
    let allowRedisplay: AllowRedisplay?
    let metadata: MetadataChange?
    let expansion: Expansion

    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown([
            "allow_redisplay", "billing_details", "card", "expand", "metadata",
        ])
        billing = try parameters.nested("billing_details")
        // Read for its faults; it is read again over what is there.
        if let billing { _ = try BillingDetails(billing) }
        let card = try parameters.nested("card")
        try card?.refuseUnknown(["exp_month", "exp_year", "networks"])
        try card?.refuseUnsimulated(["networks"])
        expiryMonth = try card?.integer("exp_month")
        expiryYear = try card?.integer("exp_year")
        allowRedisplay = try parameters.choice("allow_redisplay", AllowRedisplay.self)
        metadata = try parameters.metadata()
        expansion = try parameters.expansion(of: .paymentMethod)
    }
}
