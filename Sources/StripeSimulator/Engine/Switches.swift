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

    var json: JSONValue {
        [
            "lapsed_attempt_code": .string(lapsedAttemptCode),
            "confirm_in_requires_action": restartsInRequiresAction ? "restart" : "refuse",
            "confirm_limit": JSONValue(confirmLimit),
            "authentication_required_charge": .bool(authenticationRequiredMakesCharge),
            "minimum_amount": .bool(enforcesMinimumAmount),
            "in_use_type": .string(inUseKind.rawValue),
            "attempt_seconds": JSONValue(attemptSeconds),
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
        default: throw ControlError("There is no switch \(name) with such a value.")
        }
    }
}
