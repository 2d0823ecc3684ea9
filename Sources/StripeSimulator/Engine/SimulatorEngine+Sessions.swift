import JSON

/// What is made for an app to use for a while.
extension SimulatorEngine {
    // MARK: Tokens of security codes

    func createToken() -> JSONValue {
        let token = Token(id: identifiers.cvcToken(), created: now)
        account.tokens[token.id] = token
        return renderer.json(token)
    }

    func retrieveToken(_ id: String) throws(StripeError) -> JSONValue {
        guard let token = account.tokens[id] else {
            throw .noSuch("token", id, parameter: "token")
        }
        return renderer.json(token)
    }

    /// - Throws: a refusal where the token stands for nothing, or was used.
    func checkToken(_ id: String?) throws(StripeError) {
        guard let id else { return }
        guard let token = account.tokens[id] else {
            throw .noSuchReference(
                "token",
                id,
                parameter: "payment_method_options[card][cvc_token]"
            )
        }
        if token.isUsed { throw .tokenUsed(id) }
    }

    // MARK: For the sheets of mobile apps

    func createSession(_ command: CreateCustomerSession) throws(StripeError) -> JSONValue {
        let customer = try customer(command.customer)
        let session = CustomerSession(
            clientSecret: identifiers.customerSessionSecret(),
            customer: customer.id,
            components: command.components,
            created: now,
            expiresAt: now + switches.sessionSeconds
        )
        touch(customer.id)
        return renderer.json(session, expanding: command.expansion)
    }

    func createEphemeralKey(_ command: CreateEphemeralKey) throws(StripeError) -> JSONValue {
        let customer = try customer(.customer(command.customer))
        let key = EphemeralKey(
            id: identifiers.ephemeralKey(),
            secret: identifiers.ephemeralKeySecret(),
            customer: customer.id,
            created: now
        )
        account.ephemeralKeys[key.id] = key
        return renderer.json(key, showsSecret: true)
    }

    /// The key ends at once.
    func deleteEphemeralKey(_ id: String) throws(StripeError) -> JSONValue {
        guard let key = account.ephemeralKeys.removeValue(forKey: id) else {
            throw .noSuch("ephemeral_key", id, parameter: "key")
        }
        return renderer.json(key, showsSecret: false)
    }
}
