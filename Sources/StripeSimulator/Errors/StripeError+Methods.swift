/// Refusals of PaymentMethods and of card data.
extension StripeError {
    static let methodUsed = StripeError(
        "The provided PaymentMethod was previously used with a PaymentIntent without Customer "
            + "attachment, shared with a connected account without Customer attachment, or was "
            + "detached from a Customer. It may not be used again. To use a PaymentMethod multiple "
            + "times, you must attach it to a Customer first."
    )

    static let methodSpent = StripeError(
        "This PaymentMethod was previously used without being attached to a Customer or was "
            + "detached from a Customer, and may not be used again."
    )

    static let attachedToAnother = StripeError(
        "The payment method you provided has already been attached to a customer."
    )

    static let notAttached = StripeError(
        "The payment method you provided is not attached to a customer so detachment is impossible."
    )

    static let notSaved = StripeError(
        "You must save this PaymentMethod to a customer before you can update it."
    )

    static func notOfTheCustomer(_ method: String) -> StripeError {
        StripeError(
            code: "resource_missing",
            "The customer does not have a payment method with the ID \(method). The payment method "
                + "must be attached to the customer.",
            parameter: "invoice_settings[default_payment_method]"
        )
    }

    static func tokenUsed(_ token: String) -> StripeError {
        StripeError(
            code: "token_already_used",
            "You cannot use a Stripe token more than once: \(token).",
            parameter: "payment_method_options[card][cvc_token]"
        ).guessed
    }

    static func methodNeedsCustomer(_ method: String, _ customer: String) -> StripeError {
        StripeError(
            code: "parameter_missing",
            "The `payment_method` parameter supplied \(method) belongs to the Customer "
                + "\(customer). Please include the Customer in the `customer` parameter on the "
                + "PaymentIntent.",
            parameter: "source"
        )
    }

    static func methodOfAnotherCustomer(_ method: String, _ customer: String) -> StripeError {
        StripeError(
            "The PaymentMethod \(method) does not belong to the Customer you supplied "
                + "\(customer). Please use this PaymentMethod with the Customer that it belongs to "
                + "instead.",
            parameter: "payment_method"
        )
    }

    static func cardData(_ code: String, _ message: String, _ parameter: String) -> StripeError {
        StripeError(
            status: 402,
            kind: .cardError,
            code: code,
            message,
            parameter: parameter
        )
    }

    static let incorrectNumber = cardData(
        "incorrect_number",
        "Your card number is incorrect.",
        "number"
    )
    static let invalidNumber = cardData(
        "invalid_number",
        "The card number is not a valid credit card number.",
        "number"
    )
    static let invalidMonth = cardData(
        "invalid_expiry_month",
        "Your card's expiration month is invalid.",
        "exp_month"
    )
    static let invalidYear = cardData(
        "invalid_expiry_year",
        "Your card's expiration year is invalid.",
        "exp_year"
    )
    static let invalidCVC = cardData(
        "invalid_cvc",
        "Your card's security code is invalid.",
        "cvc"
    )

    /// A card that is none of Stripe's test cards, as in its test mode.
    static var notATestCard: StripeError {
        var error = StripeError(
            status: 402,
            kind: .cardError,
            code: "card_declined",
            "Your card was declined. Your request was in test mode, but used a non test (live) "
                + "card. For a list of valid test cards, visit: https://stripe.com/docs/testing."
        )
        error.decline = DeclineFacts(declineCode: "test_mode_live_card")
        return error
    }
}
