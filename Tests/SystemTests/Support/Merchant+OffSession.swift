import JSON
import TestKit
import Testing

extension Merchant {
    /// What the shop's server sends to charge ann for an order.
    func charging(
        _ order: String,
        key: String?,
        _ more: JSONObject = [:],
        of customer: String = "ann"
    ) -> HttpCall {
        var body: JSONObject = [
            "customerRef": .string(customer), "orderId": .string(order),
            "items": ["photo_subscription"], "currency": "usd",
        ]
        for (name, value) in more { body[name] = value }
        var call = HttpCall("POST", "/off-session-payments", json: .object(body))
        call.fields.append(authorization)
        if let key { call.fields.append(("Idempotency-Key", key)) }
        return call
    }

    func charge(
        _ order: String,
        key: String? = "key",
        _ more: JSONObject = [:],
        of customer: String = "ann",
        at instance: ServiceProcess? = nil
    ) async throws -> Told {
        try await shop.send(charging(order, key: key, more, of: customer), to: instance)
    }

    func fix(_ order: JSONObject) async throws {
        var call = HttpCall("POST", "/orders", json: .object(order))
        call.fields.append(authorization)
        let told = try Told(await shop.service.send(call))
        try #require(told.http == 200, "\(told.answer.text)")
    }

    func cards(of reference: String) async throws -> Told {
        try await ask("GET", "/customers/\(reference)/payment-methods")
    }
}

extension Shop {
    /// A card that the customer has saved by other means than a payment here.
    func attach(_ number: String, to reference: String) async throws -> String {
        let method = try await stripe.paymentMethod(number)
        let customer = try await database.sql(
            "SELECT stripe_customer FROM customers WHERE reference = '\(reference)'"
        )
        let path = "/v1/payment_methods/\(method)/attach"
        try await stripe.stripe("POST", path, "customer=\(customer)")
        return method
    }
}
