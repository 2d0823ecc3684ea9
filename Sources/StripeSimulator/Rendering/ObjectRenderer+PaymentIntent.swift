import JSON

extension ObjectRenderer {
    /// The keys that a PaymentIntent has in June 2026.
    func json(_ intent: PaymentIntent, expanding expansion: Expansion = .none) -> JSONValue {
        var object: JSONObject = [
            "id": .string(intent.id),
            "object": "payment_intent",
            "allowed_payment_method_types": nil,
            "amount": JSONValue(intent.amount),
            "amount_capturable": JSONValue(intent.amountCapturable),
            "amount_details": ["tip": [:]],
            "amount_received": JSONValue(intent.amountReceived),
            "application": nil,
            "application_fee_amount": nil,
            "automatic_payment_methods": automatic(intent),
            "canceled_at": JSONValue(intent.canceledAt),
            "cancellation_reason": JSONValue(intent.cancellationReason),
            "capture_method": .string(intent.captureMethod.rawValue),
            "client_secret": .string(intent.clientSecret),
            "confirmation_method": .string(intent.confirmationMethod.rawValue),
            "created": JSONValue(intent.created),
            "currency": .string(intent.currency),
            "customer": customer(intent.customer, expanding: expansion),
            "customer_account": account(of: intent.customer),
            "description": JSONValue(intent.description),
            "excluded_payment_method_types": nil,
            "last_payment_error": intent.lastPaymentError ?? nil,
            "latest_charge": charge(intent.latestCharge, expanding: expansion),
            "livemode": .bool(intent.isLive),
        ]
        addSecondHalf(of: intent, to: &object, expanding: expansion)
        return .object(object)
    }

    private func addSecondHalf(
        of intent: PaymentIntent,
        to object: inout JSONObject,
        expanding expansion: Expansion
    ) {
        object["managed_payments"] = ["enabled": false]
        object["metadata"] = intent.metadata.json
        object["next_action"] = intent.nextAction?.json ?? .null
        object["on_behalf_of"] = .null
        object["payment_method"] = method(intent.paymentMethod, expanding: expansion)
        object["payment_method_configuration_details"] = configuration(intent)
        object["payment_method_options"] = options(intent)
        object["payment_method_types"] = JSONValue(intent.paymentMethodTypes)
        object["processing"] = .null
        object["receipt_email"] = JSONValue(intent.receiptEmail)
        object["review"] = .null
        object["setup_future_usage"] = JSONValue(intent.setupFutureUsage?.rawValue)
        object["shared_payment_granted_token"] = .null
        object["shipping"] = intent.shipping ?? .null
        object["source"] = .null
        object["statement_descriptor"] = JSONValue(intent.statementDescriptor)
        object["statement_descriptor_suffix"] = JSONValue(intent.statementDescriptorSuffix)
        object["status"] = .string(intent.status.word)
        object["transfer_data"] = .null
        object["transfer_group"] = JSONValue(intent.transferGroup)
    }

    /// What a publishable key with the client secret may see.
    func publicJSON(_ intent: PaymentIntent, expanding expansion: Expansion = .none) -> JSONValue {
        guard case .object(let full) = json(intent, expanding: expansion) else { return .null }
        var object = JSONObject()
        for key in ObjectRenderer.publicKeys { object[key] = full[key] }
        return .object(object)
    }

    private static let publicKeys = [
        "id", "object", "amount", "amount_details", "automatic_payment_methods", "canceled_at",
        "cancellation_reason", "capture_method", "client_secret", "confirmation_method", "created",
        "currency", "description", "excluded_payment_method_types", "last_payment_error",
        "livemode", "next_action", "payment_method", "payment_method_configuration_details",
        "payment_method_types", "processing", "receipt_email", "setup_future_usage", "shipping",
        "source", "status",
    ]

    private func automatic(_ intent: PaymentIntent) -> JSONValue {
        guard let automatic = intent.automaticPaymentMethods else { return nil }
        return [
            "allow_redirects": .string(automatic.redirects.rawValue),
            "enabled": .bool(automatic.isEnabled),
        ]
    }

    private func configuration(_ intent: PaymentIntent) -> JSONValue {
        guard intent.automaticPaymentMethods != nil else { return nil }
        return ["id": .string("pmc_1" + account.id.dropFirst(6)), "parent": nil]
    }

    private func options(_ intent: PaymentIntent) -> JSONValue {
        var options: JSONObject = ["card": intent.cardOptions.json]
        if intent.paymentMethodTypes.contains("link") {
            options["link"] = ["persistent_token": nil]
        }
        return .object(options)
    }

    private func charge(_ id: String?, expanding expansion: Expansion) -> JSONValue {
        guard expansion.contains("latest_charge"), let charge = id.flatMap(account.charge) else {
            return JSONValue(id)
        }
        return json(charge, expanding: expansion["latest_charge"])
    }

    private func method(_ id: String?, expanding expansion: Expansion) -> JSONValue {
        guard expansion.contains("payment_method"), let method = id.flatMap({ account.methods[$0] })
        else { return JSONValue(id) }
        return json(method, expanding: expansion["payment_method"])
    }
}
