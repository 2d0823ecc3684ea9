import JSON

/// What is not known of Stripe for certain. Whoever trusts one answer tests with the other too.
struct Switches: Hashable {
    /// `lapsed_attempt_code`: how a PaymentIntent tells that the hour has passed.
    var lapsedAttemptCode = "payment_intent_payment_attempt_expired"
    /// `confirm_in_requires_action`: `restart` the attempt, or `refuse` with a 400.
    var restartsInRequiresAction = true
    /// `confirm_limit`: the confirms after which a PaymentIntent is canceled; 0 is none. Stripe's
    /// own number is unpublished.
    var confirmLimit: Int64 = 0
    /// `authentication_required_charge`: whether the off-session decline leaves a failed charge.
    var authenticationRequiredMakesCharge = false
    /// `minimum_amount`: whether create enforces it.
    var enforcesMinimumAmount = true
    /// `in_use_type`: the `type` of the 409 for a key in use.
    var inUseKind = StripeError.Kind.invalidRequest
    /// `attempt_seconds`: how long a manual attempt lives; an hour at Stripe.
    var attemptSeconds: Int64 = 3600
    /// `uncertain_texts`: whether sentences whose wording is a guess are told in other words.
    var changesUncertainTexts = false
    /// `blocked_decline_code`: what Stripe calls its own refusal of a card.
    var blockedDeclineCode = "fraudulent"
    /// `session_seconds`: how long a CustomerSession lives.
    var sessionSeconds: Int64 = 1800
    /// `refund_seconds`: after which a refund that is not final at once becomes so.
    var refundSeconds: Int64 = 60
    /// `accounts_v2`: whether new customers have an id in Accounts v2 as well.
    var makesCustomerAccounts = false
    /// `requests_per_second`: 0 is no limit. In test mode Stripe's is 25.
    var requestsPerSecond: Int64 = 0
    /// `updates_per_hour`: calls that may change one PaymentIntent; 0 is no limit.
    var updatesPerHour: Int64 = 1000

    var json: JSONValue {
        [
            "lapsed_attempt_code": .string(lapsedAttemptCode),
            "confirm_in_requires_action": restartsInRequiresAction ? "restart" : "refuse",
            "confirm_limit": JSONValue(confirmLimit),
            "authentication_required_charge": .bool(authenticationRequiredMakesCharge),
            "minimum_amount": .bool(enforcesMinimumAmount),
            "in_use_type": .string(inUseKind.rawValue),
            "attempt_seconds": JSONValue(attemptSeconds),
            "uncertain_texts": changesUncertainTexts ? "changed" : "recorded",
            "blocked_decline_code": .string(blockedDeclineCode),
            "session_seconds": JSONValue(sessionSeconds),
            "refund_seconds": JSONValue(refundSeconds),
            "accounts_v2": .bool(makesCustomerAccounts),
            "requests_per_second": JSONValue(requestsPerSecond),
            "updates_per_hour": JSONValue(updatesPerHour),
        ]
    }

    /// - Throws: a sentence where the name or the value is none of those.
    mutating func set(_ name: String, to value: JSONValue) throws(ControlError) {
        switch (name, value.string, value.int64, value.bool) {
        case ("lapsed_attempt_code", let code?, _, _)
        where [Switches().lapsedAttemptCode, "payment_intent_authentication_failure"]
            .contains(code):
            lapsedAttemptCode = code
        case ("confirm_in_requires_action", "restart", _, _): restartsInRequiresAction = true
        case ("confirm_in_requires_action", "refuse", _, _): restartsInRequiresAction = false
        case ("confirm_limit", _, let limit?, _) where limit >= 0: confirmLimit = limit
        case ("authentication_required_charge", _, _, let flag?):
            authenticationRequiredMakesCharge = flag
        case ("minimum_amount", _, _, let flag?): enforcesMinimumAmount = flag
        case ("in_use_type", "invalid_request_error", _, _): inUseKind = .invalidRequest
        case ("in_use_type", "idempotency_error", _, _): inUseKind = .idempotencyError
        case ("attempt_seconds", _, let seconds?, _) where seconds > 0: attemptSeconds = seconds
        case ("uncertain_texts", "changed", _, _): changesUncertainTexts = true
        case ("uncertain_texts", "recorded", _, _): changesUncertainTexts = false
        case ("blocked_decline_code", let code?, _, _)
        where ["fraudulent", "generic_decline"].contains(code):
            blockedDeclineCode = code
        case ("session_seconds", _, let seconds?, _) where seconds > 0: sessionSeconds = seconds
        case ("refund_seconds", _, let seconds?, _) where seconds > 0: refundSeconds = seconds
        case ("accounts_v2", _, _, let flag?): makesCustomerAccounts = flag
        case ("requests_per_second", _, let limit?, _) where limit >= 0: requestsPerSecond = limit
        case ("updates_per_hour", _, let limit?, _) where limit >= 0: updatesPerHour = limit
        default: throw ControlError("There is no switch \(name) with such a value.")
        }
    }
}
