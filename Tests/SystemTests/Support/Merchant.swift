import JSON
import TestKit
import Testing

/// The shop's own server, with an API key.
struct Merchant: Sendable {
    let shop: Shop
    private let key: String

    init(of shop: Shop) async throws {
        self.shop = shop
        key = try await shop.key("merchant").proof
    }

    /// A customer pays 1400.
    func paid(_ testName: String? = nil) async throws -> String {
        let method: String
        if let testName {
            method = testName
        } else {
            method = try await shop.stripe.paymentMethod(Card.good)
        }
        let told = try await shop.pay(
            method,
            key: "a-key-of-purchase-\(UInt64.random(in: 0...UInt64.max))"
        )
        try #require(told.isPaid && told.amount == 1400, "\(told.answer.text)")
        return try #require(told.payment)
    }

    // MARK: Requests

    func call(
        _ payment: String,
        _ amount: Int64?,
        key: String?,
        asGuest: Bool = false
    ) -> HttpCall {
        var body: JSONObject = ["reason": "requested_by_customer"]
        if let amount { body["amount"] = .number(JSONNumber(amount)) }
        var call = HttpCall("POST", "/payments/\(payment)/refunds", json: .object(body))
        if !asGuest { call.fields.append(authorization) }
        if let key { call.fields.append(("Idempotency-Key", key)) }
        return call
    }

    func refund(
        _ payment: String,
        _ amount: Int64?,
        key: String?,
        asGuest: Bool = false,
        at instance: ServiceProcess? = nil
    ) async throws -> Told {
        let call = call(payment, amount, key: key, asGuest: asGuest)
        return try Told(await (instance ?? shop.service).send(call))
    }

    /// Asks again until the refund has come so far.
    func untilStatus(_ status: String, of payment: String, key: String) async throws -> Told {
        var last: Told?
        let told = try await eventually(every: .milliseconds(200)) { () async throws -> Told? in
            let told = try await refund(payment, nil, key: key)
            last = told
            return told.status == status ? told : nil
        }
        return try #require(told, "still \(last?.answer.text ?? "nothing")")
    }

    func show(_ payment: String) async throws -> Told {
        try await ask("GET", "/payments/\(payment)")
    }

    func cancel(_ payment: String) async throws -> Told {
        try await ask("POST", "/payments/\(payment)/cancel")
    }

    func acknowledge(_ id: String) async throws -> Told {
        try await ask("POST", "/fulfillments/\(id)/ack")
    }

    func list(_ query: String) async throws -> [JSONValue] {
        try #require(try await ask("GET", "/fulfillments\(query)").json["fulfillments"]?.array)
    }

    func ask(_ method: String, _ path: String) async throws -> Told {
        try Told(await shop.service.send(HttpCall(method, path, fields: [authorization])))
    }

    var authorization: (name: String, value: String) { ("Authorization", "Bearer \(key)") }

    // MARK: What is so

    func posts() async throws -> [SimulatorRequestEntry] {
        try await shop.stripe.requests().filter { $0.method == "POST" && $0.path == "/v1/refunds" }
    }

    /// What Stripe executed, in its order.
    func given() async throws -> [Int64] {
        try await shop.stripe.stripe("GET", "/v1/refunds?limit=100")["data"]?.array?
            .compactMap { $0["amount"]?.int64 }.reversed() ?? []
    }

    func states() async throws -> String {
        try await shop.database.sql("SELECT string_agg(state, ',' ORDER BY number) FROM refunds")
    }

    /// Lets everything be due that is to be looked at later.
    func lookNow() async throws {
        _ = try await shop.database.sql(
            "UPDATE refunds SET look_at = now() WHERE look_at IS NOT NULL"
        )
    }

    /// Waits until no refund is open.
    func settle() async throws {
        var left = ""
        let isSettled = try await eventually(every: .milliseconds(200)) { () -> Bool? in
            left = try await states()
            return left.contains("requested") || left.contains("unresolved") ? nil : true
        }
        #expect(isSettled == true, "still \(left) after a minute")
    }
}
