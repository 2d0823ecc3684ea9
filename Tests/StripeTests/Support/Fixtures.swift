import JSON
import Payments
import Testing

@testable import Stripe

/// Answers as Stripe writes them (API version 2026-05-27.dahlia).
enum Fixtures {
    static let paymentID = PaymentID("pay_0123456789abcdef0123456789abcdef")
    static let intentID = "pi_3U09LC2eZvKYlo2C1hQ8Wb4T"
    static let date = "Mon, 30 Nov 2026 03:44:30 GMT"
    static let dateSeconds: Int64 = 1_796_010_270

    static func intent(_ status: String, _ changes: [(String, JSONValue?)] = []) -> JSONValue {
        var object: JSONObject = [
            "id": .string(intentID),
            "object": "payment_intent",
            "allowed_payment_method_types": .null,
            "amount": 1099,
            "amount_capturable": 0,
            "amount_details": ["tip": [:]],
            "amount_received": status == "succeeded" ? 1099 : 0,
            "application": .null,
            "automatic_payment_methods": .null,
            "canceled_at": .null,
            "cancellation_reason": .null,
            "capture_method": "automatic_async",
            "client_secret": .string(intentID + "_secret_Wq8cOX3wPMAtP0Lk9Zt0mGvXa"),
            "confirmation_method": "manual",
            "created": 1_796_010_269,
            "currency": "usd",
            "customer": .null,
            "last_payment_error": .null,
            "latest_charge": status == "succeeded" ? "ch_3U09LC2eZvKYlo2C1n7WqXaB" : .null,
            "livemode": false,
            "metadata": ["payonce_payment_id": .string(paymentID?.description ?? "")],
            "next_action": .null,
            "payment_method": "pm_1U09LB2eZvKYlo2CyK0rT5aM",
            "payment_method_types": ["card"],
            "processing": .null,
            "status": .string(status),
        ]
        for (key, value) in changes { object[key] = value }
        return .object(object)
    }

    static func error(_ members: JSONObject) -> JSONValue { ["error": .object(members)] }

    static let insufficientFunds: JSONObject = [
        "advice_code": "try_again_later",
        "charge": "ch_3U09LC2eZvKYlo2C1n7WqXaB",
        "code": "card_declined",
        "decline_code": "insufficient_funds",
        "doc_url": "https://stripe.com/docs/error-codes/card-declined",
        "message": "Your card has insufficient funds.",
        "network_advice_code": "02",
        "network_decline_code": "51",
        "request_log_url": "https://dashboard.stripe.com/acct_1/test/workbench/logs?object=req_1",
        "type": "card_error",
    ]

    static let authenticationFailure: JSONValue = [
        "code": "payment_intent_authentication_failure",
        "doc_url":
            "https://stripe.com/docs/error-codes/payment-intent-authentication-failure",
        "message": "The provided PaymentMethod has failed authentication.",
        "type": "invalid_request_error",
    ]

    static func answer(
        _ status: Int,
        _ body: JSONValue,
        _ headers: [String: String] = [:]
    ) -> StripeAnswer {
        answer(status, bytes: body.encoded(.pretty), headers)
    }

    static func answer(
        _ status: Int,
        bytes: [UInt8],
        _ headers: [String: String] = [:]
    ) -> StripeAnswer {
        let all = ["date": date, "request-id": "req_AbCdEf01234567"].merging(headers) { $1 }
        return StripeAnswer(status: status, body: bytes) { all[$0.lowercased()] }
    }

    static func receipt(_ status: Int, isReplay: Bool = false) -> Receipt {
        Receipt(
            status: status,
            requestID: "req_AbCdEf01234567",
            isReplay: isReplay,
            stripeSeconds: dateSeconds
        )
    }
}

extension JSONObject {
    func adding(_ key: String, _ value: JSONValue) -> JSONObject {
        var copy = self
        copy[key] = value
        return copy
    }
}
