import JSON

/// The cards that customers keep.
extension SimulatorEngine {
    func attach(
        _ id: String,
        to reference: CustomerReference,
        _ expansion: Expansion
    ) throws(StripeError) -> JSONValue {
        let method = try foundMethod(id)
        let customer = try customer(reference)
        if method.customer == customer.id { return renderer.json(method, expanding: expansion) }
        let attached = attach(try attachable(method), to: customer)
        return renderer.json(attached, expanding: expansion)
    }

    /// - Throws: a refusal where the method is somebody else's, was used before, or where its bank
    ///   does not want it kept.
    func attachable(_ method: PaymentMethod) throws(StripeError) -> PaymentMethod {
        guard method.customer == nil else { throw .attachedToAnother }
        switch method.use {
        case .unused, .savable: break
        case .open, .usedUp: throw .methodSpent
        }
        guard let refusal = method.card.refusal else { return method }
        var error = refusal.error
        // Stripe's own: empty where the decline names none.
        error.parameter = error.parameter ?? ""
        throw error
    }

    func attach(_ method: PaymentMethod, to customer: Customer) -> PaymentMethod {
        var attached = method
        attached.customer = customer.id
        if attached.holdsCVC {
            attached.cvcCheck = attached.card.checks.cvc ?? "pass"
            attached.holdsCVC = false
        }
        account.putIntoWallet(attached)
        touch(attached.id)
        emit(.methodAttached, .paymentMethod(attached))
        return attached
    }

    func detach(_ method: PaymentMethod, _ expansion: Expansion) throws(StripeError) -> JSONValue {
        guard let owner = method.customer else { throw .notAttached }
        account.takeOutOfWallet(method.id)
        if var customer = account.customers[owner], customer.defaultPaymentMethod == method.id {
            customer.defaultPaymentMethod = nil
            account.store(customer)
        }
        let detached = try existingMethod(method.id)
        emit(
            .methodDetached,
            .paymentMethod(detached),
            previous: .paymentMethod(method)
        )
        return renderer.json(detached, expanding: expansion)
    }

    func update(
        _ method: PaymentMethod,
        _ update: UpdateMethod
    ) throws(StripeError) -> JSONValue {
        guard method.customer != nil else { throw .notSaved }
        var changed = method
        if update.expiryMonth != nil || update.expiryYear != nil {
            let expiry = try CardExpiry(
                month: update.expiryMonth ?? method.expiryMonth,
                year: update.expiryYear ?? method.expiryYear,
                now: now
            )
            changed.expiryMonth = expiry.month
            changed.expiryYear = expiry.year
        }
        if let billing = update.billing { try changed.billing.change(by: billing) }
        if let redisplay = update.allowRedisplay { changed.allowRedisplay = redisplay }
        if let metadata = update.metadata {
            changed.metadata = try metadata.applied(to: changed.metadata)
        }
        account.methods[changed.id] = changed
        emit(.methodUpdated, .paymentMethod(changed), previous: .paymentMethod(method))
        return renderer.json(changed, expanding: update.expansion)
    }

    func retrieveMethod(
        _ id: String,
        of customer: String,
        _ expansion: Expansion
    ) throws(StripeError) -> JSONValue {
        let customer = try existingCustomer(customer, parameter: "customer")
        guard let method = account.methods[id], method.customer == customer.id else {
            throw .noSuch("PaymentMethod", id, parameter: "payment_method")
        }
        return renderer.json(method, expanding: expansion)
    }

    func listMethods(_ list: MethodList) throws(StripeError) -> JSONValue {
        let owner: Customer
        let url: String
        switch list.owner {
        case .parameter(let reference):
            owner = try customer(reference)
            url = "/v1/payment_methods"
        case .path(let id):
            owner = try existingCustomer(id, parameter: "customer")
            url = "/v1/customers/\(id)/payment_methods"
        }
        let held = list.wantsCards ? account.wallet(of: owner.id) : []
        let methods = held.compactMap { account.methods[$0] }
        let page = Page(
            list.query,
            candidates: methods.indices,
            cursorNumber: try number(of: list.query.cursor, "PaymentMethod") { id in
                methods.firstIndex { $0.id == id }
            },
            created: { methods[$0].created },
            matches: { number in
                list.allowRedisplay.map { methods[number].allowRedisplay == $0 } ?? true
            }
        )
        let renderer = renderer
        let data = page.numbers.map {
            renderer.json(methods[$0], expanding: list.query.expansion)
        }
        return renderer.list(data, hasMore: page.hasMore, url: url)
    }
}
