import JSON

extension StripeError {
    /// The body of the answer, keys in Stripe's alphabetical order, absent where there is nothing
    /// to say.
    func body(account: String, request: String) -> JSONValue {
        var error = facts
        error["payment_intent"] = paymentIntent
        error["payment_method"] = paymentMethod
        error["payment_method_type"] = paymentMethodType.map(JSONValue.string)
        error["request_log_url"] = .string(
            "https://dashboard.stripe.com/\(account)/test/workbench/logs?object=\(request)"
        )
        error["type"] = .string(kind.rawValue)
        return ["error": .object(error)]
    }

    /// The same as a PaymentIntent keeps it.
    var lastPaymentError: JSONValue {
        var error = facts
        error["payment_method"] = paymentMethod
        error["payment_method_type"] = paymentMethodType.map(JSONValue.string)
        error["type"] = .string(kind.rawValue)
        return .object(error)
    }

    private var facts: JSONObject {
        var facts = JSONObject()
        facts["advice_code"] = decline?.adviceCode.map(JSONValue.string)
        facts["charge"] = charge.map(JSONValue.string)
        facts["code"] = code.map(JSONValue.string)
        facts["decline_code"] = decline?.declineCode.map(JSONValue.string)
        facts["doc_url"] = documentation.map(JSONValue.string)
        facts["message"] = .string(message)
        facts["network_advice_code"] = decline?.networkAdviceCode.map(JSONValue.string)
        facts["network_decline_code"] = decline?.networkDeclineCode.map(JSONValue.string)
        facts["param"] = parameter.map(JSONValue.string)
        return facts
    }

    private var documentation: String? {
        code.map { code in
            let name = String(code.map { $0 == "_" ? "-" : $0 })
            return "https://stripe.com/docs/error-codes/\(name)"
        }
    }
}
