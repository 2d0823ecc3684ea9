import JSON
import TestKit
import Testing

/// An app with a sheet of Stripe's: what it asks of the service, and what its SDK does at Stripe
/// with the publishable key and the client secret.
struct SheetApp: Sendable {
    let shop: Shop
    var asker = Asker.guest

    // MARK: What it asks of the service

    func open(
        _ body: JSONObject = [:],
        on path: String = "/payment-sheet",
        key: String? = Key.first,
        at instance: ServiceProcess? = nil
    ) async throws -> Told {
        var call = HttpCall("POST", path, json: .object(body))
        if let key { call.fields.append(("Idempotency-Key", key)) }
        return try Told(await (instance ?? shop.service).send(call.by(asker)))
    }

    /// The confirm handler of a sheet.
    func confirm(
        _ method: String,
        key: String? = Key.first,
        _ more: JSONObject = [:]
    ) async throws -> Told {
        var body = more
        body["payment_method_id"] = .string(method)
        return try await open(body, on: "/confirm-intent", key: key)
    }

    /// Says that something has come of it.
    func report(_ intent: String) async throws -> Told {
        try await shop.send(HttpCall.confirm(intent).by(asker))
    }

    // MARK: What its SDK does at Stripe

    /// Confirms with a new card of this number.
    @discardableResult
    func pay(_ secret: String, with number: String = Card.good) async throws -> HttpAnswer {
        let method = try await shop.stripe.paymentMethod(number)
        return try await pay(secret, method: method)
    }

    @discardableResult
    func pay(_ secret: String, method: String) async throws -> HttpAnswer {
        let intent = SheetApp.intent(in: secret)
        let form =
            "payment_method=\(method)&client_secret=\(secret)&use_stripe_sdk=true"
            + "&return_url=shop://back"
        let call = HttpCall(
            "POST",
            "/v1/payment_intents/\(intent)/confirm",
            fields: [
                ("Authorization", "Bearer pk_test_system"),
                ("Content-Type", "application/x-www-form-urlencoded"),
                ("Idempotency-Key", "outside-\(UInt64.random(in: 0...UInt64.max))"),
            ],
            body: Array(form.utf8)
        )
        return try await call.send(to: shop.stripe.port)
    }

    static func intent(in secret: String) -> String {
        secret.components(separatedBy: "_secret_")[0]
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        var rest = self[...]
        var parts: [String] = []
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}

extension Told {
    /// The client secret, by whichever name the route gives it.
    var secret: String? {
        (json["paymentIntent"] ?? json["clientSecret"] ?? json["intentClientSecret"])?.string
    }
}

extension Shop {
    /// Lets every payment that waits for somebody be due for a look.
    func lookNow() async throws {
        _ = try await database.sql(
            "UPDATE payments SET look_at = now() WHERE look_at IS NOT NULL"
        )
    }

    func state(of payment: String) async throws -> String {
        try await database.sql("SELECT state FROM payments WHERE id = '\(payment)'")
    }

    /// Waits until a payment has come so far.
    func until(_ state: String, _ payment: String) async throws {
        var last = ""
        let isThere = try await eventually(every: .milliseconds(100)) { () -> Bool? in
            last = try await self.state(of: payment)
            return last == state ? true : nil
        }
        #expect(isThere == true, "still \(last) after a minute")
    }
}
