import JSON

extension SimulatorEngine {
    /// Executes a command and returns the object to show.
    func perform(_ command: Command, for caller: Caller) throws(StripeError) -> JSONValue {
        switch command {
        case .intent(let command): try perform(command, for: caller)
        case .method(let command): try perform(command)
        case .customer(let command): try perform(command)
        case .charge(.list(let list)): try listCharges(list)
        case .charge(.retrieve(let id, let expansion)): try retrieveCharge(id, expansion)
        case .refund(let command): try perform(command)
        case .dispute(let command): try perform(command)
        case .event(.list(let list)): try listEvents(list)
        case .event(.retrieve(let id)): try retrieveEvent(id)
        case .session(let command): try perform(command)
        }
    }

    private func perform(
        _ command: IntentCommand,
        for caller: Caller
    ) throws(StripeError) -> JSONValue {
        switch command {
        case .create(let create):
            return try self.create(create)
        case .list(let list):
            return try listIntents(list)
        case .retrieve(let id, let secret, let expansion):
            let intent = try existing(id)
            try checkSecret(secret, of: intent, caller)
            return show(intent, to: caller, expansion)
        case .update(let id, let update):
            return try self.update(counted(id), update)
        case .confirm(let id, let confirm):
            return try self.confirm(counted(id), confirm, for: caller)
        case .capture(let id, let capture):
            return try self.capture(counted(id), capture)
        case .cancel(let id, let cancel):
            return try self.cancel(counted(id), cancel)
        }
    }

    private func perform(_ command: MethodCommand) throws(StripeError) -> JSONValue {
        switch command {
        case .create(let card, let expansion):
            try createMethod(card, expansion)
        case .list(let list): try listMethods(list)
        case .retrieve(let id, let expansion): try retrieveMethod(id, expansion)
        case .update(let id, let update): try self.update(existingMethod(id), update)
        case .attach(let id, let customer, let expansion):
            try attach(id, to: customer, expansion)
        case .detach(let id, let expansion): try detach(existingMethod(id), expansion)
        }
    }

    private func perform(_ command: CustomerCommand) throws(StripeError) -> JSONValue {
        switch command {
        case .create(let terms): try createCustomer(terms)
        case .list(let list): try listCustomers(list)
        case .retrieve(let id, let expansion): try retrieveCustomer(id, expansion)
        case .update(let id, let terms): try updateCustomer(id, terms)
        case .delete(let id): try deleteCustomer(id)
        case .listMethods(let list): try listMethods(list)
        case .retrieveMethod(let id, let customer, let expansion):
            try retrieveMethod(id, of: customer, expansion)
        }
    }

    private func perform(_ command: RefundCommand) throws(StripeError) -> JSONValue {
        switch command {
        case .create(let create): return try refund(create)
        case .list(let list): return try listRefunds(list)
        case .retrieve(let id, let expansion):
            return renderer.json(try existingRefund(id), expanding: expansion)
        case .update(let id, let change, let expansion):
            return try updateRefund(id, change, expansion)
        case .cancel(let id):
            _ = try existingRefund(id)
            throw .refundNotCancelable
        }
    }

    private func perform(_ command: SessionCommand) throws(StripeError) -> JSONValue {
        switch command {
        case .createToken: createToken()
        case .retrieveToken(let id): try retrieveToken(id)
        case .createCustomerSession(let create): try createSession(create)
        case .createEphemeralKey(let create): try createEphemeralKey(create)
        case .deleteEphemeralKey(let id): try deleteEphemeralKey(id)
        }
    }

    private func existing(_ id: String) throws(StripeError) -> PaymentIntent {
        guard let intent = account.intent(id) else {
            throw .noSuch("payment_intent", id, parameter: "intent")
        }
        return intent
    }

    /// For a call that may change the intent, of which Stripe takes so many an hour.
    private func counted(_ id: String) throws(StripeError) -> PaymentIntent {
        var intent = try existing(id)
        guard intent.updates.take(at: now, limit: switches.updatesPerHour) else {
            throw .tooManyUpdates
        }
        account.store(intent)
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
