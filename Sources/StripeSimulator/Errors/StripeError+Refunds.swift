import Money

/// Refusals of refunds.
extension StripeError {
    static let refundOfNothing = StripeError(
        "One of the following params should be provided for this request: payment_intent or charge."
    )

    static func neverPaid(_ intent: String) -> StripeError {
        StripeError(
            "This PaymentIntent (\(intent)) does not have a successful charge to refund."
        )
    }

    static func chargeNotCaptured(_ charge: String) -> StripeError {
        StripeError("Charge \(charge) has not been captured and cannot be refunded.").guessed
    }

    static func alreadyRefunded(_ charge: String) -> StripeError {
        StripeError(
            code: "charge_already_refunded",
            "Charge \(charge) has already been refunded."
        )
    }

    static func tooMuchToRefund(_ amount: Int64, of charge: Charge) -> StripeError {
        let asked = shown(amount, charge.currency)
        let left = shown(charge.refundableAmount, charge.currency)
        return StripeError(
            "Refund amount (\(asked)) is greater than unrefunded amount on charge (\(left))",
            parameter: "amount"
        )
    }

    static let refundNotCancelable = StripeError("Canceling this refund is unsupported.")

    /// https://docs.stripe.com/error-codes#charge-disputed
    static func chargeIsDisputed(_ charge: String) -> StripeError {
        StripeError(code: "charge_disputed", "Charge \(charge) has been charged back.").guessed
    }

    static let disputeIsClosed = StripeError("This dispute is already closed.").guessed

    private static func shown(_ amount: Int64, _ code: String) -> String {
        guard let currency = Currency(code) else { return "\(amount) \(code)" }
        let decimal = Amount(minorUnits: amount, currency: currency).decimal
        return currency == .usd ? "$\(decimal)" : "\(decimal) \(code)"
    }
}
