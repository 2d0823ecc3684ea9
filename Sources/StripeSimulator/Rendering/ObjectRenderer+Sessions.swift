import JSON

extension ObjectRenderer {
    func json(_ token: Token) -> JSONValue {
        [
            "id": .string(token.id),
            "object": "token",
            "client_ip": nil,
            "created": JSONValue(token.created),
            "livemode": false,
            "redaction": nil,
            "type": "cvc_update",
            "used": .bool(token.isUsed),
        ]
    }

    /// It has no id.
    func json(_ session: CustomerSession, expanding expansion: Expansion) -> JSONValue {
        [
            "object": "customer_session",
            "client_secret": .string(session.clientSecret),
            "components": session.components.json,
            "created": JSONValue(session.created),
            "customer": customer(session.customer, expanding: expansion),
            "customer_account": account(of: session.customer),
            "expires_at": JSONValue(session.expiresAt),
            "livemode": false,
        ]
    }

    /// `associated_objects` is in no document, and the mobile libraries need it.
    func json(_ key: EphemeralKey, showsSecret: Bool) -> JSONValue {
        var object: JSONObject = [
            "id": .string(key.id),
            "object": "ephemeral_key",
            "associated_objects": [["id": .string(key.customer), "type": "customer"]],
            "created": JSONValue(key.created),
            "expires": JSONValue(key.created + EphemeralKey.lifetimeSeconds),
            "livemode": false,
        ]
        if showsSecret { object["secret"] = .string(key.secret) }
        return .object(object)
    }
}
