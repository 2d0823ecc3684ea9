/// Refusals by a PaymentIntent. Whoever throws one adds the intent as it is.
extension StripeError {
    static func unexpectedState(_ message: String, parameter: String? = nil) -> StripeError {
        StripeError(code: "payment_intent_unexpected_state", message, parameter: parameter)
    }

    static func notConfirmable(_ status: IntentStatus, confirmable: String) -> StripeError {
        switch status {
        case .succeeded: alreadySucceeded
        case .requiresCapture: alreadySucceeded.guessed
        case .canceled, .processing, .requiresAction, .requiresConfirmation,
            .requiresPaymentMethod, .other:
            unexpectedState(
                "You cannot confirm this PaymentIntent because it has a status of \(status.word). "
                    + "Only a PaymentIntent with one of the following statuses may be confirmed: "
                    + "\(confirmable)."
            ).guessed
        }
    }

    private static let alreadySucceeded = unexpectedState(
        "You cannot confirm this PaymentIntent because it has already succeeded after being "
            + "previously confirmed."
    )

    static func notUpdatable(_ field: String, _ status: IntentStatus) -> StripeError {
        unexpectedState(
            "This PaymentIntent's \(field) could not be updated because it has a status of "
                + "\(status.word). You may only update the \(field) of a PaymentIntent with one of "
                + "the following statuses: requires_payment_method, requires_confirmation, "
                + "requires_action.",
            parameter: field
        )
    }

    static func notCancelable(_ status: IntentStatus) -> StripeError {
        unexpectedState(
            "You cannot cancel this PaymentIntent because it has a status of \(status.word). Only "
                + "a PaymentIntent with one of the following statuses may be canceled: "
                + "requires_payment_method, requires_capture, requires_reauthorization, "
                + "requires_confirmation, requires_action, expired, processing."
        )
    }

    static func notCapturable(_ status: IntentStatus) -> StripeError {
        unexpectedState(
            "This PaymentIntent could not be captured because it has a status of \(status.word). "
                + "Only a PaymentIntent with one of the following statuses may be captured: "
                + "requires_capture."
        )
    }

    static let alreadyCaptured = unexpectedState(
        "The remaining amount on this PaymentIntent could not be captured because the remainder of "
            + "the authorized amount has been released."
    )

    static func missingMethod(customer: String?) -> StripeError {
        let start =
            "You cannot confirm this PaymentIntent because it's missing a payment method. "
        guard let customer else {
            return unexpectedState(
                start + "You can either update the PaymentIntent with a payment method and then "
                    + "confirm it again, or confirm it again directly with a payment method or "
                    + "ConfirmationToken."
            )
        }
        return unexpectedState(
            start + "To confirm the PaymentIntent with \(customer), specify a payment method "
                + "attached to this customer along with the customer ID."
        )
    }

    static func manualNeedsSecretKey(_ intent: String) -> StripeError {
        StripeError(
            "This PaymentIntent \(intent) cannot be confirmed using your publishable key because "
                + "its `confirmation_method` is set to `manual`. Please use your secret key "
                + "instead, or create a PaymentIntent with `confirmation_method` set to "
                + "`automatic`."
        )
    }

    static let returnURLRequired = StripeError(
        "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. "
            + "Because some of these payment methods might redirect your customer off of your "
            + "page, you must provide a `return_url`. If you don't want to accept redirect-based "
            + "payment methods, set `automatic_payment_methods[enabled]` to `true` and "
            + "`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents "
            + "and Payment Intents."
    )

    static let wrongClientSecret = StripeError(
        code: "payment_intent_invalid_parameter",
        "The client_secret provided does not match the client_secret associated with the "
            + "PaymentIntent.",
        parameter: "client_secret"
    )

    static let tooMuchToCapture = StripeError(
        code: "amount_too_large",
        "The payment could not be captured because the requested capture amount is greater than "
            + "the amount you can capture for this charge.",
        parameter: "amount_to_capture"
    )

    /// Thrown before anything is counted, so that the intent stays as it was.
    static let tooManyUpdates: StripeError = {
        var error = StripeError(
            status: 429,
            code: "payment_intent_rate_limit_exceeded",
            "This PaymentIntent has been updated too many times. You can update it again within "
                + "an hour."
        ).guessed
        error.rateLimitedReason = "resource-specific"
        return error
    }()

    static let securityCodeRequired = StripeError(
        "You must collect the security code (CVC) for this card from the cardholder before you can "
            + "use it."
    )
}
