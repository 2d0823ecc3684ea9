/// How an attempt to pay is to be made: what confirm says, and create together with `confirm=true`.
struct AttemptTerms {
    var isOffSession = false
    var errorOnRequiresAction = false
    var returnURL: String?
    var usesStripeSDK = false
    /// Whether the security code was collected for this attempt.
    var hasCVC = false

    static let onlyWithConfirm = [
        "error_on_requires_action", "mandate", "mandate_data", "off_session", "return_url",
    ]

    init(_ parameters: Parameters) throws(StripeError) {
        isOffSession = try AttemptTerms.offSession(parameters)
        errorOnRequiresAction = try parameters.flag("error_on_requires_action") ?? false
        returnURL = try parameters.nonEmpty("return_url")
        usesStripeSDK = try parameters.flag("use_stripe_sdk") ?? false
        if isOffSession, parameters.has("setup_future_usage") {
            throw StripeError(
                "You cannot provide `setup_future_usage` when `off_session` is set to `true`.",
                parameter: "setup_future_usage"
            )
        }
        if let returnURL, !returnURL.contains(":") {
            throw StripeError(code: "url_invalid", "Not a valid URL", parameter: "return_url")
        }
    }

    /// A boolean, or the kind of a later payment.
    private static func offSession(_ parameters: Parameters) throws(StripeError) -> Bool {
        switch try parameters.text("off_session") {
        case "one_off", "recurring": true
        case nil, .some: try parameters.flag("off_session") ?? false
        }
    }
}
