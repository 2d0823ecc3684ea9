import JSON

extension ObjectRenderer {
    func json(_ refund: Refund, expanding expansion: Expansion = .none) -> JSONValue {
        var object: JSONObject = [
            "id": .string(refund.id),
            "object": "refund",
            "amount": JSONValue(refund.amount),
            "balance_transaction": .string(refund.balanceTransaction),
            "charge": charge(of: refund, expanding: expansion),
            "created": JSONValue(refund.created),
            "currency": .string(refund.currency),
            "customer": JSONValue(refund.customer),
            "customer_account": account(of: refund.customer),
            "destination_details": [
                "card": [
                    "reference_status": "pending",
                    "reference_type": "acquirer_reference_number",
                    "type": "refund",
                ],
                "type": "card",
            ],
        ]
        if refund.status == .failed { object["failure_reason"] = "unknown" }
        object["metadata"] = refund.metadata.json
        object["payment_intent"] = intent(of: refund, expanding: expansion)
        object["payment_method"] = .string(refund.paymentMethod)
        if refund.status == .pending { object["pending_reason"] = "processing" }
        object["reason"] = JSONValue(refund.reason?.rawValue)
        object["receipt_number"] = .null
        object["source_transfer_reversal"] = .null
        object["status"] = .string(refund.status.rawValue)
        object["transfer_reversal"] = .null
        return .object(object)
    }

    private func charge(of refund: Refund, expanding expansion: Expansion) -> JSONValue {
        guard expansion.contains("charge"), let charge = account.charge(refund.charge) else {
            return .string(refund.charge)
        }
        return json(charge, expanding: expansion["charge"])
    }

    private func intent(of refund: Refund, expanding expansion: Expansion) -> JSONValue {
        guard expansion.contains("payment_intent"),
            let intent = account.intent(refund.paymentIntent)
        else { return .string(refund.paymentIntent) }
        return json(intent, expanding: expansion["payment_intent"])
    }
}
