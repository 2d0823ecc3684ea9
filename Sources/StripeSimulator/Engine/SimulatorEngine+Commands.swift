import JSON

extension SimulatorEngine {
    /// Executes a command and returns the object to show.
    func perform(_ command: Command, for caller: Caller) throws(StripeError) -> JSONValue {
        switch command {
        case .createIntent(let create):
            return try self.create(create)
        case .listIntents(let query):
            return try listIntents(query)
        case .retrieveIntent(let id, let secret, let expansion):
            let intent = try existing(id)
            try checkSecret(secret, of: intent, caller)
            return show(intent, to: caller, expansion)
        case .updateIntent(let id, let update):
            return try self.update(existing(id), update)
        case .confirmIntent(let id, let confirm):
            return try self.confirm(existing(id), confirm, for: caller)
        case .captureIntent(let id, let capture):
            return try self.capture(existing(id), capture)
        case .cancelIntent(let id, let cancel):
            return try self.cancel(existing(id), cancel)
        case .createMethod(let card, _):
            return renderer.json(try mint(card))
        case .retrieveMethod(let id):
            return try retrieveMethod(id)
        case .listCharges(let query):
            return try listCharges(query)
        case .retrieveCharge(let id, let expansion):
            guard let charge = account.charge(id) else {
                throw .noSuch("charge", id, parameter: "id")
            }
            return renderer.json(charge, expanding: expansion)
        }
    }

    private func existing(_ id: String) throws(StripeError) -> PaymentIntent {
        guard let intent = account.intent(id) else {
            throw .noSuch("payment_intent", id, parameter: "intent")
        }
        return intent
    }

    func show(_ intent: PaymentIntent, to caller: Caller, _ expansion: Expansion) -> JSONValue {
        caller.isPublishable
            ? renderer.publicJSON(intent, expanding: expansion)
            : renderer.json(intent, expanding: expansion)
    }

    /// An app proves with the secret that the PaymentIntent is its own.
    func checkSecret(
        _ secret: String?,
        of intent: PaymentIntent,
        _ caller: Caller
    ) throws(StripeError) {
        if secret == nil, caller.isPublishable { throw .missing("client_secret") }
        if let secret, secret != intent.clientSecret { throw .wrongClientSecret }
    }
}
