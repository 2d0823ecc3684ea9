import JSON

extension ObjectRenderer {
    /// The object is shown as it was then, in the version of the API that was in force: what the
    /// caller asks for does not count.
    func json(_ event: Event) -> JSONValue {
        let then = ObjectRenderer(account: account, now: event.created)
        let object = then.json(event.subject)
        var data: JSONObject = ["object": object]
        if let previous = event.previous {
            data["previous_attributes"] = changed(from: then.json(previous), to: object)
        }
        return [
            "id": .string(event.id),
            "object": "event",
            "api_version": .string(SimulatorEngine.defaultVersion),
            "created": JSONValue(event.created),
            "data": .object(data),
            "livemode": false,
            "pending_webhooks": 0,
            "request": [
                "id": JSONValue(event.cause?.request),
                "idempotency_key": JSONValue(event.cause?.idempotencyKey),
            ],
            "type": .string(event.type.rawValue),
        ]
    }

    private func json(_ subject: Event.Subject) -> JSONValue {
        switch subject {
        case .paymentIntent(let intent): json(intent)
        case .charge(let charge): json(charge)
        case .refund(let refund): json(refund)
        case .dispute(let dispute): json(dispute)
        case .paymentMethod(let method): json(method)
        case .customer(let customer): json(customer)
        }
    }

    /// The members that are others now, as they were.
    private func changed(from before: JSONValue, to after: JSONValue) -> JSONValue {
        var changed = JSONObject()
        for (name, value) in before.object ?? JSONObject() where after[name] != value {
            changed[name] = value
        }
        for name in after.object?.keys ?? [] where before[name] == nil { changed[name] = .null }
        return .object(changed)
    }
}
