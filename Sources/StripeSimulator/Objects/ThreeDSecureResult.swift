import JSON

/// How the customer proved who they are, as the charge tells it.
struct ThreeDSecureResult: Hashable {
    let isFrictionless: Bool

    var json: JSONValue {
        [
            "authentication_flow": isFrictionless ? "frictionless" : "challenge",
            "electronic_commerce_indicator": "05",
            "exemption_indicator": nil,
            "exemption_indicator_applied": false,
            "result": "authenticated",
            "result_reason": nil,
            "transaction_id": nil,
            "version": "2.2.0",
        ]
    }
}
