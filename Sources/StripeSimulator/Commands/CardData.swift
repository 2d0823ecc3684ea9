/// A card as a caller describes it: by number, or by one of Stripe's test tokens.
struct CardData {
    enum Source {
        case number(String, month: Int64, year: Int64, cvc: String?)
        /// `tok_visa` and the like.
        case token(String)
    }

    let source: Source
    /// How errors name the token.
    let tokenName: String
    var billing = BillingDetails()
    var metadata = MetadataChange()
    var allowRedisplay = AllowRedisplay.unspecified

    /// Reads the parameters of a PaymentMethod's creation, or `payment_method_data`.
    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown([
            "allow_redisplay", "billing_details", "card", "custom", "customer", "expand",
            "metadata", "payment_method", "radar_options", "type",
        ])
        try parameters.refuseUnsimulated(["custom", "customer", "payment_method"])
        guard try parameters.required("type") == "card" else {
            throw StripeError(
                "The simulator knows no payment methods but cards.",
                parameter: parameters.name("type")
            )
        }
        guard let card = try parameters.nested("card") else {
            throw .missing(parameters.name("card"))
        }
        tokenName = card.name("token")
        source = try CardData.source(card)
        if let billing = try parameters.nested("billing_details") {
            self.billing = try BillingDetails(billing)
        }
        metadata = try parameters.metadata() ?? MetadataChange()
        allowRedisplay =
            try parameters.choice("allow_redisplay", AllowRedisplay.self) ?? .unspecified
    }

    private static func source(_ card: Parameters) throws(StripeError) -> Source {
        try card.refuseUnknown(["cvc", "exp_month", "exp_year", "networks", "number", "token"])
        if let token = try card.nonEmpty("token") { return .token(token) }
        let number = try card.required("number")
        guard let month = try card.integer("exp_month") else {
            throw .missing(card.name("exp_month"))
        }
        guard let year = try card.integer("exp_year") else {
            throw .missing(card.name("exp_year"))
        }
        return .number(number, month: month, year: year, cvc: try card.nonEmpty("cvc"))
    }
}
