import JSON
import TestKit
import Testing

extension Shop {
    /// What a shop that accepts wrong security codes is opened with.
    static let accepting = customers.merging(["PAYONCE_CVC_MISMATCH": "accept"]) { $1 }

    /// Saves a new card of this number by paying with it.
    func save(_ number: String, of customer: Asker, key: String = "save") async throws -> String {
        let method = try await stripe.paymentMethod(number)
        let more: JSONObject = ["savePaymentMethod": true, "consent": "terms 3"]
        let told = try await send(.pay(method, key: key, more).by(customer))
        if told.status == "requires_action", let intent = told.intent {
            try await stripe.authenticate(intent)
            #expect(try await send(.confirm(intent).by(customer)).isPaid)
        } else {
            try #require(told.isPaid, "\(told.answer.text)")
        }
        return method
    }

    /// The saved cards, as the service lists them.
    func cards(of customer: Asker) async throws -> [JSONValue] {
        let answer = try await service.send(HttpCall("GET", "/payment-methods").by(customer))
        try #require(answer.status == 200, "\(answer.text)")
        return try #require(try answer.json()["paymentMethods"]?.array)
    }

    func remove(_ method: String, by customer: Asker) async throws -> HttpAnswer {
        try await service.send(HttpCall("DELETE", "/payment-methods/\(method)").by(customer))
    }

    /// A security code as the app's Stripe SDK collects it.
    func securityCode(_ code: String = "123") async throws -> String {
        let form = "cvc_update[cvc]=\(code)"
        return try await stripe.stripe("POST", "/v1/tokens", form, key: "pk_test_system")
            .word("id")
    }

    /// Posts of ours that Stripe executed.
    func executed(_ path: String) async throws -> Int {
        try await stripe.requests().count {
            $0.method == "POST" && $0.path == path && $0.outcome == "executed"
                && !$0.isFromOutside
        }
    }
}
