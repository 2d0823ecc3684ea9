import JSON

extension ObjectRenderer {
    /// The keys that a Customer has in June 2026.
    func json(_ customer: Customer, expanding expansion: Expansion = .none) -> JSONValue {
        [
            "id": .string(customer.id),
            "object": "customer",
            "address": customer.address.map(withAllLines) ?? .null,
            "balance": 0,
            "created": JSONValue(customer.created),
            "currency": nil,
            "customer_account": JSONValue(customer.account),
            "default_source": nil,
            "delinquent": false,
            "description": JSONValue(customer.description),
            "discount": nil,
            "email": JSONValue(customer.email),
            "invoice_prefix": .string(customer.invoicePrefix),
            "invoice_settings": [
                "custom_fields": nil,
                "default_payment_method": defaultMethod(of: customer, expansion),
                "footer": nil,
                "rendering_options": nil,
            ],
            "livemode": false,
            "metadata": customer.metadata.json,
            "name": JSONValue(customer.name),
            "next_invoice_sequence": 1,
            "phone": JSONValue(customer.phone),
            "preferred_locales": JSONValue(customer.preferredLocales),
            "shipping": customer.shipping ?? .null,
            "tax_exempt": .string(customer.taxExemption.rawValue),
            "test_clock": nil,
        ]
    }

    /// All that is left of a customer that was deleted.
    func deleted(_ customer: Customer) -> JSONValue {
        ["id": .string(customer.id), "object": "customer", "deleted": true]
    }

    /// A reference to a customer.
    func customer(_ id: String?, expanding expansion: Expansion) -> JSONValue {
        guard let id else { return .null }
        guard expansion.contains("customer"), let customer = account.customers[id] else {
            return .string(id)
        }
        if customer.isDeleted { return deleted(customer) }
        return json(customer, expanding: expansion["customer"])
    }

    /// The id of a customer in Accounts v2.
    func account(of customer: String?) -> JSONValue {
        guard let customer else { return .null }
        return JSONValue(account.customers[customer]?.account)
    }

    private func defaultMethod(of customer: Customer, _ expansion: Expansion) -> JSONValue {
        guard expansion["invoice_settings"].contains("default_payment_method"),
            let method = customer.defaultPaymentMethod.flatMap({ account.methods[$0] })
        else { return JSONValue(customer.defaultPaymentMethod) }
        let inner = expansion["invoice_settings"]["default_payment_method"]
        return json(method, expanding: inner)
    }

    private func withAllLines(_ given: JSONValue) -> JSONValue {
        var lines = JSONObject()
        for field in BillingDetails.addressFields { lines[field] = given[field] ?? .null }
        return .object(lines)
    }
}
