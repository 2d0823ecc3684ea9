import JSON

extension ObjectRenderer {
    func json(_ charge: Charge, expanding expansion: Expansion = .none) -> JSONValue {
        var object: JSONObject = [
            "id": .string(charge.id),
            "object": "charge",
            "amount": JSONValue(charge.amount),
            "amount_captured": JSONValue(charge.capturedAmount),
            "amount_refunded": JSONValue(charge.refundedAmount),
            "application": nil,
            "application_fee": nil,
            "application_fee_amount": nil,
            "balance_transaction": JSONValue(balanceTransaction(of: charge)),
            "billing_details": charge.billing.json,
            "calculated_statement_descriptor": JSONValue(descriptor(of: charge)),
            "captured": .bool(charge.isCaptured),
            "created": JSONValue(charge.created),
            "currency": .string(charge.currency),
            "customer": customer(charge.customer, expanding: expansion),
            "description": JSONValue(charge.description),
            "destination": nil,
            "dispute": JSONValue(charge.dispute),
            "disputed": .bool(charge.dispute != nil),
        ]
        addSecondHalf(of: charge, to: &object, expanding: expansion)
        return .object(object)
    }

    private func addSecondHalf(
        of charge: Charge,
        to object: inout JSONObject,
        expanding expansion: Expansion
    ) {
        let failure = failure(of: charge)
        object["failure_balance_transaction"] = .null
        object["failure_code"] = JSONValue(failure?.code)
        object["failure_message"] = JSONValue(failure?.message)
        object["fraud_details"] = [:]
        object["livemode"] = .bool(charge.isLive)
        object["metadata"] = charge.metadata.json
        object["on_behalf_of"] = .null
        object["order"] = .null
        object["outcome"] = outcome(of: charge)
        object["paid"] = .bool(charge.isPaid)
        object["payment_intent"] = intent(of: charge, expanding: expansion)
        object["payment_method"] = .string(charge.paymentMethod)
        object["payment_method_details"] = ["card": card(of: charge), "type": "card"]
        object["radar_options"] = [:]
        object["receipt_email"] = JSONValue(charge.receiptEmail)
        object["receipt_number"] = .null
        object["receipt_url"] = JSONValue(receipt(of: charge))
        object["refunds"] = refunds(of: charge, expanding: expansion)
        object["refunded"] = .bool(charge.isPaid && charge.refundedAmount == charge.amount)
        object["review"] = .null
        object["shipping"] = charge.shipping ?? .null
        object["source"] = .null
        object["source_transfer"] = .null
        object["statement_descriptor"] = JSONValue(charge.statementDescriptor)
        object["statement_descriptor_suffix"] = JSONValue(charge.statementDescriptorSuffix)
        object["status"] = .string(charge.isPaid ? "succeeded" : "failed")
        object["transfer_data"] = .null
        object["transfer_group"] = JSONValue(charge.transferGroup)
    }

    /// Only where it is asked for, since 2022-11-15.
    private func refunds(of charge: Charge, expanding expansion: Expansion) -> JSONValue? {
        guard expansion.contains("refunds") else { return nil }
        let newestFirst = account.refundNumbers(of: charge.id).reversed()
        let shown = newestFirst.prefix(Int(ListQuery.defaultLimit)).map {
            json(account.refunds.objects[$0], expanding: expansion["refunds"]["data"])
        }
        return list(
            shown,
            hasMore: newestFirst.count > shown.count,
            url: "/v1/charges/\(charge.id)/refunds"
        )
    }

    private func balanceTransaction(of charge: Charge) -> String? {
        charge.settlesAt.flatMap { $0 <= now ? charge.balanceTransaction : nil }
    }

    private func descriptor(of charge: Charge) -> String? {
        charge.isPaid ? charge.statementDescriptor ?? "PAYONCE SIMULATOR" : nil
    }

    private func receipt(of charge: Charge) -> String? {
        guard charge.isPaid else { return nil }
        return "https://pay.stripe.com/receipts/payment/\(charge.id)"
    }

    private func failure(of charge: Charge) -> Decline? {
        switch charge.outcome {
        case .approved: nil
        case .declined(let decline), .blocked(let decline): decline
        }
    }

    private func intent(of charge: Charge, expanding expansion: Expansion) -> JSONValue {
        guard expansion.contains("payment_intent"),
            let intent = account.intent(charge.paymentIntent)
        else { return .string(charge.paymentIntent) }
        return json(intent, expanding: expansion["payment_intent"])
    }
}
