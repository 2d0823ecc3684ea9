import JSON

extension ObjectRenderer {
    func json(_ method: PaymentMethod, expanding expansion: Expansion = .none) -> JSONValue {
        [
            "id": .string(method.id),
            "object": "payment_method",
            "allow_redisplay": .string(method.allowRedisplay.rawValue),
            "billing_details": method.billing.json,
            "card": card(method),
            "created": JSONValue(method.created),
            "customer": customer(method.customer, expanding: expansion),
            "customer_account": account(of: method.customer),
            "livemode": false,
            "metadata": method.metadata.json,
            "type": "card",
        ]
    }

    private func card(_ method: PaymentMethod) -> JSONValue {
        let card = method.card
        return [
            "brand": .string(card.brand.rawValue),
            "checks": [
                "address_line1_check": JSONValue(card.checks.addressLine1),
                "address_postal_code_check": JSONValue(card.checks.postalCode),
                "cvc_check": JSONValue(method.cvcCheck),
            ],
            "country": .string(card.country),
            "display_brand": .string(card.brand.display),
            "exp_month": JSONValue(method.expiryMonth),
            "exp_year": JSONValue(method.expiryYear),
            "fingerprint": .string(method.fingerprint),
            "funding": .string(card.funding),
            "generated_from": nil,
            "last4": .string(card.last4),
            "networks": ["available": [.string(card.brand.rawValue)], "preferred": nil],
            "regulated_status": "unregulated",
            "three_d_secure_usage": ["supported": .bool(card.authentication != .unsupported)],
            "wallet": nil,
        ]
    }
}
