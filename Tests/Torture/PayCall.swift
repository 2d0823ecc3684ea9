import JSON
import TestKit

/// A first call of a purchase, to be sent as often as somebody likes.
struct PayCall: Sendable {
    var method: String
    var key: String?
    var order: String?
    let items: JSONValue

    var http: HttpCall {
        var body: JSONObject = ["paymentMethodId": .string(method), "items": items]
        if let order { body["orderId"] = .string(order) }
        var call = HttpCall("POST", "/pay", json: .object(body))
        if let key { call.fields.append(("Idempotency-Key", key)) }
        return call
    }

    /// The call after the challenge.
    static func second(_ intent: String) -> HttpCall {
        HttpCall("POST", "/pay", json: ["paymentIntentId": .string(intent)])
    }
}
