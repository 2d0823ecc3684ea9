import JSON

extension SimulatorEngine {
    private static let testPrefix = "pm_card_"
    private static let tokenPrefix = "tok_"

    /// Puts the payment method of a request into an intent.
    func take(_ source: MethodSource, into intent: inout PaymentIntent) throws(StripeError) {
        let method: PaymentMethod
        switch source {
        case .card(let data): method = try mint(data)
        case .id(let id): method = try find(id)
        }
        try checkUse(of: method, by: intent)
        intent.take(method: method.id)
    }

    // Both make the method before the renderer holds the account: a change would then copy it all.

    func createMethod(_ card: CardData, _ expansion: Expansion) throws(StripeError) -> JSONValue {
        let method = try mint(card)
        return renderer.json(method, expanding: expansion)
    }

    func retrieveMethod(_ id: String, _ expansion: Expansion) throws(StripeError) -> JSONValue {
        let method = try foundMethod(id)
        return renderer.json(method, expanding: expansion)
    }

    /// The method of a path, where a test name makes another one.
    func foundMethod(_ id: String) throws(StripeError) -> PaymentMethod {
        if id.hasPrefix(SimulatorEngine.testPrefix), let method = mint(testID: id) {
            return method
        }
        return try existingMethod(id)
    }

    /// The method of a path.
    func existingMethod(_ id: String) throws(StripeError) -> PaymentMethod {
        guard let method = account.methods[id] else {
            throw .noSuch("PaymentMethod", id, parameter: "payment_method")
        }
        return method
    }

    /// The method that a parameter names.
    func find(_ id: String) throws(StripeError) -> PaymentMethod {
        if id.hasPrefix(SimulatorEngine.testPrefix), let method = mint(testID: id) {
            return method
        }
        guard let method = account.methods[id] else {
            throw .noSuchReference("PaymentMethod", id, parameter: "payment_method")
        }
        return method
    }

    /// - Throws: a refusal where the method is somebody else's or was used before.
    func checkUse(of method: PaymentMethod, by intent: PaymentIntent) throws(StripeError) {
        switch (method.customer, intent.customer) {
        case (nil, _):
            switch method.use {
            case .unused, .open(intent: intent.id): return
            case .open, .usedUp, .savable: throw .methodUsed
            }
        case (let owner?, nil): throw .methodNeedsCustomer(method.id, owner)
        case (let owner?, let customer?):
            if owner != customer { throw .methodOfAnotherCustomer(method.id, customer) }
        }
    }

    /// Without a customer a method is good for one attempt, whatever came of it.
    func useUp(_ id: String) {
        guard account.methods[id]?.customer == nil else { return }
        account.methods[id]?.use = .usedUp
    }

    /// The bank was not asked: the same intent may go on with the method.
    func release(_ id: String, from intent: String) {
        guard account.methods[id]?.customer == nil else { return }
        account.methods[id]?.use = .open(intent: intent)
    }

    // MARK: New ones

    func mint(_ data: CardData) throws(StripeError) -> PaymentMethod {
        var method: PaymentMethod
        switch data.source {
        case .token(let token):
            let name = token.dropFirst(SimulatorEngine.tokenPrefix.count)
            guard token.hasPrefix(SimulatorEngine.tokenPrefix),
                let card = TestCards.card(name: String(name))
            else { throw .noSuchReference("token", token, parameter: data.tokenName) }
            method = mint(card)
        case .number(let number, let month, let year, let cvc):
            let card = try CardNumber.card(number)
            let expiry = try CardExpiry(month: month, year: year, now: now)
            if let cvc { try checkCVC(cvc, of: card) }
            method = mint(card, expiry: expiry, hasCVC: cvc != nil)
        }
        method.billing = data.billing
        method.metadata = try data.metadata.applied(to: Metadata())
        method.allowRedisplay = data.allowRedisplay
        account.methods[method.id] = method
        return method
    }

    /// Each use of `pm_card_…` makes another PaymentMethod.
    private func mint(testID: String) -> PaymentMethod? {
        let name = testID.dropFirst(SimulatorEngine.testPrefix.count)
        return TestCards.card(name: String(name)).map { mint($0) }
    }

    private func mint(
        _ card: TestCard,
        expiry: CardExpiry? = nil,
        hasCVC: Bool = true
    ) -> PaymentMethod {
        let expiry = expiry ?? CardExpiry(nextYearAfter: now)
        let method = PaymentMethod(
            id: identifiers.paymentMethod(),
            created: now,
            card: card,
            fingerprint: IdentifierSource.fingerprint(of: card.number, account: account.id),
            expiryMonth: expiry.month,
            expiryYear: expiry.year,
            holdsCVC: hasCVC,
            cvcCheck: hasCVC ? "unchecked" : nil
        )
        account.methods[method.id] = method
        return method
    }

    private func checkCVC(_ cvc: String, of card: TestCard) throws(StripeError) {
        guard card.brand.cvcLength.contains(cvc.utf8.count),
            cvc.utf8.allSatisfy({ (48...57).contains($0) })
        else { throw .invalidCVC }
    }
}
