import JSON

extension ObjectRenderer {
    func outcome(of charge: Charge) -> JSONValue {
        switch charge.outcome {
        case .approved:
            outcome(
                charge,
                decline: nil,
                network: "approved_by_network",
                seller: "Payment complete.",
                type: "authorized"
            )
        case .declined(let decline):
            outcome(
                charge,
                decline: decline,
                network: "declined_by_network",
                seller: "The bank returned the decline code `\(decline.facts.declineCode ?? "")`.",
                type: "issuer_declined"
            )
        case .blocked(let decline):
            outcome(
                charge,
                decline: decline,
                reason: "highest_risk_level",
                network: "not_sent_to_network",
                seller: "Stripe blocked this payment as too risky.",
                type: "blocked"
            )
        }
    }

    private func outcome(
        _ charge: Charge,
        decline: Decline?,
        reason: String? = nil,
        network: String,
        seller: String,
        type: String
    ) -> JSONValue {
        [
            "advice_code": JSONValue(decline?.facts.adviceCode),
            "network_advice_code": JSONValue(decline?.facts.networkAdviceCode),
            "network_decline_code": JSONValue(decline?.facts.networkDeclineCode),
            "network_status": .string(network),
            "reason": JSONValue(reason ?? decline?.facts.declineCode),
            "risk_level": .string(charge.card.risk),
            "risk_score": JSONValue(riskScore(of: charge.card)),
            "seller_message": .string(seller),
            "type": .string(type),
        ]
    }

    /// From 65 on a risk is elevated, from 75 on it is the highest.
    private func riskScore(of card: TestCard) -> Int64 {
        switch card.risk {
        case "highest": 92
        case "elevated": 68
        default: 24
        }
    }

    func card(of charge: Charge) -> JSONValue {
        let card = charge.card
        var object: JSONObject = [
            "amount_authorized": charge.isPaid ? JSONValue(charge.amount) : nil,
            "authorization_code": charge.isPaid ? "123456" : nil,
            "brand": .string(card.brand.rawValue),
        ]
        object["capture_before"] = charge.captureBefore.map { JSONValue($0) }
        object["checks"] = [
            "address_line1_check": JSONValue(card.checks.addressLine1),
            "address_postal_code_check": JSONValue(card.checks.postalCode),
            "cvc_check": JSONValue(charge.cvcCheck),
        ]
        object["country"] = .string(card.country)
        object["exp_month"] = JSONValue(charge.expiryMonth)
        object["exp_year"] = JSONValue(charge.expiryYear)
        object["extended_authorization"] = ["status": "disabled"]
        object["fingerprint"] = .string(charge.fingerprint)
        object["funding"] = .string(card.funding)
        object["incremental_authorization"] = ["status": "unavailable"]
        object["installments"] = .null
        object["last4"] = .string(card.last4)
        object["mandate"] = .null
        object["multicapture"] = ["status": "unavailable"]
        object["network"] = .string(card.brand.rawValue)
        object["network_token"] = ["used": false]
        object["network_transaction_id"] = .null
        object["overcapture"] = [
            "maximum_amount_capturable": JSONValue(charge.amount), "status": "unavailable",
        ]
        object["regulated_status"] = "unregulated"
        object["three_d_secure"] = charge.threeDSecure?.json ?? .null
        object["wallet"] = .null
        return .object(object)
    }
}
