/// A bank's "no" as it reaches the caller.
struct Decline: Hashable {
    let code: String
    let message: String
    let facts: DeclineFacts
    let parameter: String?

    init(
        _ code: String,
        _ declineCode: String,
        _ message: String,
        advice: String,
        networkAdvice: String? = nil,
        networkDecline: String?,
        parameter: String? = nil
    ) {
        self.code = code
        self.message = message
        self.facts = DeclineFacts(
            declineCode: declineCode,
            adviceCode: advice,
            networkAdviceCode: networkAdvice,
            networkDeclineCode: networkDecline
        )
        self.parameter = parameter
    }

    var error: StripeError {
        var error = StripeError(
            status: 402,
            kind: .cardError,
            code: code,
            message,
            parameter: parameter
        )
        error.decline = facts
        return error
    }
}

extension Decline {
    static let generic = Decline(
        "card_declined",
        "generic_decline",
        "Your card was declined.",
        advice: "try_again_later",
        networkDecline: "01"
    )
    static let insufficientFunds = Decline(
        "card_declined",
        "insufficient_funds",
        "Your card has insufficient funds.",
        advice: "try_again_later",
        networkAdvice: "02",
        networkDecline: "51"
    )
    static let lostCard = Decline(
        "card_declined",
        "lost_card",
        "Your card was declined.",
        advice: "do_not_try_again",
        networkAdvice: "01",
        networkDecline: "41"
    )
    static let stolenCard = Decline(
        "card_declined",
        "stolen_card",
        "Your card was declined.",
        advice: "do_not_try_again",
        networkAdvice: "01",
        networkDecline: "43"
    )
    static let expiredCard = Decline(
        "expired_card",
        "expired_card",
        "Your card has expired.",
        advice: "confirm_card_data",
        networkAdvice: "03",
        networkDecline: "54",
        parameter: "exp_month"
    )
    static let incorrectCVC = Decline(
        "incorrect_cvc",
        "incorrect_cvc",
        "Your card's security code is incorrect.",
        advice: "confirm_card_data",
        networkAdvice: "03",
        networkDecline: "N7",
        parameter: "cvc"
    )
    static let processingError = Decline(
        "processing_error",
        "processing_error",
        "An error occurred while processing your card. Try again in a little bit.",
        advice: "try_again_later",
        networkDecline: "06"
    )
    static let velocityExceeded = Decline(
        "card_declined",
        "card_velocity_exceeded",
        "Your card was declined for making repeated attempts too frequently or exceeding its "
            + "amount limit.",
        advice: "try_again_later",
        networkAdvice: "02",
        networkDecline: "61"
    )
    /// Stripe's own refusal, see `ChargeBehavior.blocked`.
    static func blocked(as declineCode: String) -> Decline {
        Decline(
            "card_declined",
            declineCode,
            "Your card was declined.",
            advice: "do_not_try_again",
            networkDecline: nil
        )
    }
    static let authenticationRequired = Decline(
        "authentication_required",
        "authentication_required",
        "Your card was declined. This transaction requires authentication.",
        advice: "try_again_later",
        networkDecline: nil
    )
    static let authenticationNotHandled = Decline(
        "authentication_required",
        "authentication_not_handled",
        "This payment required an authentication action to complete, but "
            + "`error_on_requires_action` was set. When you're ready, you can upgrade your "
            + "integration to handle actions at https://stripe.com/docs/payments/payment-intents/"
            + "upgrade-to-handle-actions.",
        advice: "try_again_later",
        networkDecline: nil
    )
}
