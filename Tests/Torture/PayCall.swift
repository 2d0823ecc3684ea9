import JSON
import TestKit

/// A first call of a purchase, to be sent as often as somebody likes.
struct PayCall: Sendable {
    /// `nil`: the customer's only saved card.
    var method: String?
    var key: String?
    var order: String?
    /// `nil` where the shop has fixed the order.
    let items: JSONValue?
    /// Of a customer who has signed in.
    var bearer: String?
    var savesCard = false
    /// A security code that was typed again for a saved card.
    var cvcToken: String?

    var http: HttpCall { http(to: "/pay") }

    /// To another route that takes the same; `customer` is the one whom a shop's server charges.
    func http(to path: String, customer: String? = nil) -> HttpCall {
        var body = JSONObject()
        if let customer {
            body["customerRef"] = .string(customer)
            body["currency"] = "usd"
        }
        if let method { body["paymentMethodId"] = .string(method) }
        if let items { body["items"] = items }
        if let order { body["orderId"] = .string(order) }
        if savesCard { body["savePaymentMethod"] = true }
        if let cvcToken { body["cvcToken"] = .string(cvcToken) }
        var call = HttpCall("POST", path, json: .object(body))
        if let key { call.fields.append(("Idempotency-Key", key)) }
        if let bearer { call.fields.append(("Authorization", bearer)) }
        return call
    }

    /// The call after the challenge.
    static func second(_ intent: String, by bearer: String?) -> HttpCall {
        var call = HttpCall("POST", "/pay", json: ["paymentIntentId": .string(intent)])
        if let bearer { call.fields.append(("Authorization", bearer)) }
        return call
    }
}
