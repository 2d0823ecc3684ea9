public import Payments

// Customers and their cards.

extension MemoryStripe {
    static let customersPath = "/v1/customers"

    /// What is kept under the key of a creation.
    struct StoredCustomer {
        let request: FrozenRequest
        /// `nil`: a failure is kept.
        let customer: StripeCustomerID?
        let at: Int64
    }

    func createCustomer(_ request: FrozenRequest, key: String) -> CustomerReply {
        if keysInUse.contains(key) {
            arrive(key, request, .inUse)
            return .unknown
        }
        if let stored = storedCustomer(key) {
            arrive(key, request, stored.request == request ? .replayed : .keyTaken)
            guard stored.request == request, let customer = stored.customer else {
                return .keySpent
            }
            return .created(customer)
        }
        arrive(key, request, .executed)
        let customer = addCustomer()
        keep(customer, request, key)
        return .created(customer)
    }

    /// Takes the key into use, and makes the customer after this time.
    func createCustomerSlowly(_ request: FrozenRequest, _ key: String, _ delay: Duration) {
        guard !keysInUse.contains(key), storedCustomer(key) == nil else {
            _ = createCustomer(request, key: key)
            return
        }
        arrive(key, request, .executed)
        keysInUse.insert(key)
        later(delay) { [self] in
            keysInUse.remove(key)
            keep(addCustomer(), request, key)
        }
    }

    /// An error that is kept as the answer, whatever it hides.
    func createCustomerFailing(
        _ request: FrozenRequest,
        key: String,
        withEffect: Bool
    ) -> CustomerReply {
        guard !keysInUse.contains(key), storedCustomer(key) == nil else {
            return createCustomer(request, key: key)
        }
        arrive(key, request, .executed)
        if withEffect { _ = addCustomer() }
        keep(nil, request, key)
        return .keySpent
    }

    private func storedCustomer(_ key: String) -> StoredCustomer? {
        guard let stored = customerKeys[key] else { return nil }
        return forgetsOldKeys && seconds - stored.at >= 86_400 ? nil : stored
    }

    private func keep(_ customer: StripeCustomerID?, _ request: FrozenRequest, _ key: String) {
        customerKeys[key] = StoredCustomer(request: request, customer: customer, at: seconds)
    }

    func addCustomer() -> StripeCustomerID {
        let customer = Shop.known(StripeCustomerID("cus_\(customers.count + 1)"))
        customers.append(customer)
        return customer
    }

    public func facts(of method: PaymentMethodID) -> CardFacts? {
        guard cards[method] != .unusable else { return nil }
        return CardFacts(
            method: method,
            customer: owners[method],
            fingerprint: fingerprints[method] ?? "card of \(method)",
            brand: "visa",
            last4: "4242",
            expiryMonth: 12,
            expiryYear: 2030
        )
    }

    public func cards(of customer: StripeCustomerID) -> [CardFacts] {
        owners.filter { $0.value == customer }.keys
            .sorted { $0.description < $1.description }
            .compactMap(facts)
    }

    @discardableResult
    public func detach(_ method: PaymentMethodID) -> DetachReply {
        guard owners.removeValue(forKey: method) != nil else { return .notAttached }
        detached.insert(method)
        return .detached
    }

    /// Takes a card off, where no failure is kept under this key.
    func detach(_ method: PaymentMethodID, key: String) -> DetachReply {
        spentDetachKeys.contains(key) ? .keySpent : detach(method)
    }

    /// An error that is kept as the answer, whatever it hides.
    func detachFailing(
        _ method: PaymentMethodID,
        key: String,
        withEffect: Bool
    ) -> DetachReply {
        spentDetachKeys.insert(key)
        if withEffect { detach(method) }
        return .keySpent
    }

    /// As in the dashboard: the customer's cards are nobody's from here on.
    public func delete(_ customer: StripeCustomerID) {
        deletedCustomers.insert(customer)
        for (method, owner) in owners where owner == customer { detach(method) }
    }

    func isDeleted(_ customer: String?) -> Bool {
        deletedCustomers.contains { $0.description == customer }
    }

    /// Whether a charge was of a card that had been saved before, with its security code or
    /// without.
    func isSaved(_ charge: Charge) -> Bool {
        guard charge.customer != nil, let intent = intents[charge.intent] else { return false }
        return !intent.isSaving
    }

    /// Whether a card may be charged for this customer: it is theirs, or nobody's yet.
    func mayCharge(_ method: PaymentMethodID, for customer: String?) -> Bool {
        guard !detached.contains(method) else { return false }
        guard let owner = owners[method] else { return true }
        return owner.description == customer
    }
}
