import Money

/// What amounts Stripe takes
/// (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
enum AmountRule {
    /// Eight digits.
    static let maximum: Int64 = 99_999_999

    static func currency(_ parameters: Parameters) throws(StripeError) -> String {
        let code = try parameters.required("currency").lowercased()
        guard Currency(code) != nil else {
            throw StripeError(
                "Invalid currency: \(code). Stripe currently supports these currencies: usd, aed, "
                    + "afn, all, amd, ang, aoa, ars, aud, awg, azn, bam, …",
                parameter: "currency"
            ).guessed
        }
        return code
    }

    static func check(
        _ amount: Int64,
        _ code: String,
        context: ValidationContext
    ) throws(StripeError) {
        guard let currency = Currency(code) else { preconditionFailure("checked before") }
        if amount == 0 { throw zero }
        if amount < 0 { throw .belowOne("amount") }
        if amount > maximum {
            throw StripeError(
                code: "amount_too_large",
                "Amount must be no more than \(shown(maximum, currency))",
                parameter: "amount"
            ).guessed
        }
        if !amount.isMultiple(of: currency.smallestStep) {
            throw StripeError(
                "Amounts in \(code) have to be a multiple of \(currency.smallestStep).",
                parameter: "amount"
            )
        }
        guard context.enforcesMinimumAmount, amount < currency.minimumCharge else { return }
        throw StripeError(
            code: "amount_too_small",
            "Amount must be at least \(shown(currency.minimumCharge, currency)) \(code)",
            parameter: "amount"
        )
    }

    private static func shown(_ amount: Int64, _ currency: Currency) -> String {
        let decimal = Amount(minorUnits: amount, currency: currency).decimal
        return currency == .usd ? "$\(decimal)" : decimal
    }

    private static let zero = StripeError(
        code: "parameter_invalid_integer",
        "The amount must be greater than or equal to the minimum charge amount allowed for your "
            + "account and the currency set "
            + "(https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you "
            + "want to save a Payment Method for future use without an immediate payment, use a "
            + "Setup Intent instead: https://docs.stripe.com/payments/setup-intents",
        parameter: "amount"
    )
}
