public import Payments

// Customers and their cards.

extension MemoryStripe {
    static let customersPath = "/v1/customers"

    func createCustomer(_ request: FrozenRequest, key: String) -> CustomerReply {
        if spentKeys.contains(key) { return .keySpent }
        if let stored = customerKeys[key] {
            arrive(key, request, stored.request == request ? .replayed : .keyTaken)
            return stored.request == request ? .created(stored.customer) : .keySpent
        }
        arrive(key, request, .executed)
        let customer = addCustomer()
        customerKeys[key] = (request, customer)
        return .created(customer)
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
