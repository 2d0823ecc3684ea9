import JSON

extension ObjectRenderer {
    func json(_ dispute: Dispute, expanding expansion: Expansion = .none) -> JSONValue {
        [
            "id": .string(dispute.id),
            "object": "dispute",
            "amount": JSONValue(dispute.amount),
            "balance_transactions": .array(dispute.movements.map { json($0, of: dispute) }),
            "charge": charge(of: dispute, expanding: expansion),
            "created": JSONValue(dispute.created),
            "currency": .string(dispute.currency),
            "enhanced_eligibility_types": [],
            "evidence": evidence(of: dispute),
            "evidence_details": [
                "due_by": JSONValue(dispute.dueBy),
                "enhanced_eligibility": [:],
                "has_evidence": .bool(dispute.explanation != nil),
                "past_due": false,
                "submission_count": JSONValue(dispute.submissions),
            ],
            "is_charge_refundable": .bool(dispute.isInquiry && !dispute.status.isFinal),
            "livemode": .bool(dispute.isLive),
            "metadata": dispute.metadata.json,
            "payment_intent": intent(of: dispute, expanding: expansion),
            "reason": .string(dispute.reason.rawValue),
            "status": .string(dispute.status.rawValue),
        ]
    }

    private func json(_ movement: Dispute.Movement, of dispute: Dispute) -> JSONValue {
        [
            "id": .string(movement.id),
            "object": "balance_transaction",
            "amount": JSONValue(movement.amount),
            "available_on": JSONValue(movement.created),
            "balance_type": "payments",
            "created": JSONValue(movement.created),
            "currency": .string(dispute.currency),
            "description": .string("Chargeback for \(dispute.charge)"),
            "exchange_rate": nil,
            "fee": JSONValue(movement.fee),
            "fee_details": [
                [
                    "amount": JSONValue(movement.fee),
                    "application": nil,
                    "currency": .string(dispute.currency),
                    "description": "Dispute fee",
                    "type": "stripe_fee",
                ]
            ],
            "net": JSONValue(movement.amount - movement.fee),
            "reporting_category": .string(movement.amount < 0 ? "dispute" : "dispute_reversal"),
            "source": .string(dispute.id),
            "status": "available",
            "type": "adjustment",
        ]
    }

    /// Every member that Stripe has for it; only the free text is ever filled in here.
    private func evidence(of dispute: Dispute) -> JSONValue {
        var evidence: JSONObject = ["enhanced_evidence": [:]]
        for name in ObjectRenderer.evidenceMembers { evidence[name] = .null }
        evidence["uncategorized_text"] = JSONValue(dispute.explanation)
        return .object(evidence)
    }

    private static let evidenceMembers = [
        "access_activity_log", "billing_address", "cancellation_policy",
        "cancellation_policy_disclosure", "cancellation_rebuttal", "customer_communication",
        "customer_email_address", "customer_name", "customer_purchase_ip", "customer_signature",
        "duplicate_charge_documentation", "duplicate_charge_explanation", "duplicate_charge_id",
        "product_description", "receipt", "refund_policy", "refund_policy_disclosure",
        "refund_refusal_explanation", "service_date", "service_documentation",
        "shipping_address", "shipping_carrier", "shipping_date", "shipping_documentation",
        "shipping_tracking_number", "uncategorized_file",
    ]

    private func charge(of dispute: Dispute, expanding expansion: Expansion) -> JSONValue {
        guard expansion.contains("charge"), let charge = account.charge(dispute.charge) else {
            return .string(dispute.charge)
        }
        return json(charge, expanding: expansion["charge"])
    }

    private func intent(of dispute: Dispute, expanding expansion: Expansion) -> JSONValue {
        guard expansion.contains("payment_intent"),
            let intent = account.intent(dispute.paymentIntent)
        else { return .string(dispute.paymentIntent) }
        return json(intent, expanding: expansion["payment_intent"])
    }
}
