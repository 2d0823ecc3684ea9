/// Refusals of a request as such, before anything is executed.
extension StripeError {
    static let notAForm = StripeError(
        "Invalid request (check that your POST content type is "
            + "application/x-www-form-urlencoded). If you have any questions, we can help at "
            + "https://support.stripe.com/."
    )

    static let noKey = StripeError(
        status: 401,
        "You did not provide an API key. You need to provide your API key in the Authorization "
            + "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See "
            + "https://stripe.com/docs/api#authentication for details, or we can help at "
            + "https://support.stripe.com/."
    )

    /// Ours: a live key has no business here, and must not end in a log.
    static let liveKey = StripeError(
        status: 401,
        "This is a simulator, which refuses live keys. Use a key that starts with sk_test_, "
            + "rk_test_ or pk_test_, and consider the live key as exposed."
    )

    static let secretKeyRequired = StripeError(
        status: 401,
        code: "secret_key_required",
        "This API call cannot be made with a publishable API key. Please use a secret API key. "
            + "You can find a list of your API keys at "
            + "https://dashboard.stripe.com/account/apikeys."
    )

    static func invalidKey(_ key: String) -> StripeError {
        // Only the kind and the last four characters, as Stripe masks it.
        let kind = key.split(separator: "_", omittingEmptySubsequences: false).prefix(2)
        let shown = kind.count == 2 && key.count > 12 ? kind.joined(separator: "_") + "_" : ""
        let tail = key.count > 12 ? String(key.suffix(4)) : ""
        return StripeError(status: 401, "Invalid API Key provided: \(shown)****\(tail)")
    }

    static func unrecognizedURL(_ method: String, _ path: String) -> StripeError {
        StripeError(
            status: 404,
            "Unrecognized request URL (\(method): \(path)). Please see https://stripe.com/docs or "
                + "we can help at https://support.stripe.com/."
        )
    }

    /// An id in the path that stands for nothing.
    static func noSuch(_ object: String, _ id: String, parameter: String) -> StripeError {
        StripeError(
            status: 404,
            code: "resource_missing",
            "No such \(object): '\(id)'",
            parameter: parameter
        )
    }

    /// An id in the parameters that stands for nothing.
    static func noSuchReference(_ object: String, _ id: String, parameter: String) -> StripeError {
        var error = noSuch(object, id, parameter: parameter)
        error.status = 400
        return error
    }

    static func keyTooLong(limit: Int) -> StripeError {
        StripeError("Idempotency keys can be up to \(limit) characters long.")
    }

    static func keyUsedWithOtherParameters(_ key: String) -> StripeError {
        StripeError(
            kind: .idempotencyError,
            "Keys for idempotent requests can only be used with the same parameters they were "
                + "first used with. Try using a key other than '\(key)' if you meant to execute a "
                + "different request."
        )
    }

    static func keyUsedElsewhere(_ key: String, first: String, now: String) -> StripeError {
        StripeError(
            kind: .idempotencyError,
            "Keys for idempotent requests can only be used for the same endpoint they were first "
                + "used for ('\(first)' vs '\(now)'). Try using a key other than '\(key)' if you "
                + "meant to execute a different request."
        )
    }

    static func keyInUse(_ key: String, kind: Kind) -> StripeError {
        StripeError(
            status: 409,
            kind: kind,
            code: "idempotency_key_in_use",
            "There is currently another in-progress request using this Idempotent Key (that "
                + "probably means you submitted twice, and the other request is still going "
                + "through): \(key). Please try again later."
        )
    }

    static func rateLimit(reason: String) -> StripeError {
        var error = StripeError(
            status: 429,
            code: "rate_limit",
            "Testmode request rate limit exceeded, the rate limits in testmode are lower than "
                + "livemode. You can learn more about rate limits here "
                + "https://stripe.com/docs/rate-limits."
        )
        error.rateLimitedReason = reason
        return error
    }

    static let versionRequired = StripeError(
        "Please pass an explicit Stripe-Version header with this request, the version of the API "
            + "that the mobile library works with. See https://stripe.com/docs/api/versioning."
    ).guessed

    static let lockTimeout = StripeError(
        status: 429,
        code: "lock_timeout",
        "This object cannot be accessed right now because another API request or Stripe process is "
            + "currently accessing it. If you see this error intermittently, retry the request. If "
            + "you see this error frequently and are making multiple concurrent requests to a "
            + "single object, make your requests serially or at a lower rate."
    )

    static let backend = StripeError(
        status: 500,
        kind: .apiError,
        "Error while communicating with one of our backends.  Sorry about that!  We have been "
            + "notified of the problem.  If you have any questions, we can help at "
            + "https://support.stripe.com/."
    )
}
