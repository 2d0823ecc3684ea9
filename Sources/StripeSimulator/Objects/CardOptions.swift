import JSON

/// `payment_method_options[card]`
struct CardOptions: Hashable {
    var requestThreeDSecure = ThreeDSecureRequest.automatic
    var requiresCVCRecollection: Bool?
    var setupFutureUsage: String?
    var capturesManually = false
    var network: String?

    var json: JSONValue {
        var card = JSONObject()
        if capturesManually { card["capture_method"] = "manual" }
        card["installments"] = .null
        card["mandate_options"] = .null
        card["network"] = JSONValue(network)
        card["request_three_d_secure"] = .string(requestThreeDSecure.rawValue)
        card["require_cvc_recollection"] = requiresCVCRecollection.map(JSONValue.bool)
        card["setup_future_usage"] = setupFutureUsage.map(JSONValue.string)
        return .object(card)
    }
}
