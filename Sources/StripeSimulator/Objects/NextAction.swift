import JSON

/// What the customer has to do.
enum NextAction: Hashable {
    /// For the client libraries, whose contents are their own affair.
    case useStripeSDK(JSONValue)
    case redirect(to: String, returnURL: String)

    var json: JSONValue {
        switch self {
        case .useStripeSDK(let contents):
            ["type": "use_stripe_sdk", "use_stripe_sdk": contents]
        case .redirect(let url, let returnURL):
            [
                "redirect_to_url": ["return_url": .string(returnURL), "url": .string(url)],
                "type": "redirect_to_url",
            ]
        }
    }
}
