/// The prefixes by which Stripe's names tell what they name.
enum StripePrefix {
    /// Those that end up in the wrong field. https://docs.stripe.com/api
    private static let known = [
        "pm_", "pi_", "pay_", "tok_", "src_", "card_", "seti_", "cus_", "ch_", "cs_", "ctoken_",
        "cvctok_",
    ]

    /// A sentence that names a prefix which is in the wrong place, and repeats nothing else of what
    /// was sent.
    static func complaint(
        about text: String,
        in field: BodyField,
        wanting prefix: String
    ) -> String {
        if let other = known.first(where: text.hasPrefix), other != prefix {
            return "\(field) must start with \(prefix), not with \(other)"
        }
        return "\(field) must be \(prefix) and 1 to 250 letters, digits and underscores."
    }
}
