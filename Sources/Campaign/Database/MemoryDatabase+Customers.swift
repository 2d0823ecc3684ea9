import Payments

// Customers and saved cards, each method one commit as `PaymentStore` writes it.

extension MemoryDatabase {
    func creation(of reference: CustomerReference) -> CustomerCreation? {
        let all = customers[reference] ?? []
        return (all.last { $0.creation.living != nil } ?? all.last)?.seen(at: now)
    }

    /// Stripe's names of a customer, of whom all but one are gone.
    func names(of reference: CustomerReference) -> [StripeCustomerID] {
        (customers[reference] ?? []).compactMap(\.creation.customer)
    }

    /// Somebody who was created at an earlier time.
    func know(_ reference: CustomerReference, as customer: StripeCustomerID) {
        let creation = CustomerCreation(
            reference: reference,
            attempt: 1,
            request: FrozenRequest(path: MemoryStripe.customersPath, body: [], apiVersion: "1"),
            stripeSeconds: nil,
            customer: customer
        )
        customers[reference] = [MemoryCustomer(creation: creation, madeAt: now)]
    }

    func begin(_ creation: CustomerCreation) -> CustomerCreation {
        let known = customers[creation.reference] ?? []
        let isLast = known.allSatisfy {
            $0.creation.living == nil && $0.creation.attempt < creation.attempt
        }
        if isLast {
            customers[creation.reference] =
                known + [MemoryCustomer(creation: creation, madeAt: now)]
        }
        return self.creation(of: creation.reference) ?? creation
    }

    func name(_ creation: CustomerCreation, as customer: StripeCustomerID) -> StripeCustomerID {
        if let named = self.creation(of: creation.reference)?.living { return named }
        var known = customers[creation.reference] ?? []
        for index in known.indices where known[index].creation.attempt == creation.attempt {
            known[index].name(customer)
        }
        customers[creation.reference] = known
        return customer
    }

    func lose(_ customer: StripeCustomerID, of reference: CustomerReference) {
        var known = customers[reference] ?? []
        for index in known.indices where known[index].creation.customer == customer {
            known[index].lose()
        }
        customers[reference] = known
        for card in savedCards(of: reference) where card.facts.customer == customer {
            remove(card.facts.method)
        }
    }

    func savedCards(of reference: CustomerReference) -> [SavedCard] {
        savedCards.values.filter { $0.owner == reference && !$0.isRemoved }
            .sorted { $0.facts.method.description < $1.facts.method.description }
    }

    func learn(_ cards: [CardFacts], of reference: CustomerReference) {
        for facts in cards {
            let known = savedCards[facts.method]
            guard known == nil || known?.owner == reference else { continue }
            savedCards[facts.method] = SavedCard(
                owner: reference,
                facts: facts,
                isRemoved: known?.isRemoved ?? false
            )
        }
    }

    func remove(_ method: PaymentMethodID) {
        guard let known = savedCards[method] else { return }
        savedCards[method] = SavedCard(owner: known.owner, facts: known.facts, isRemoved: true)
    }

    /// What was asked of Stripe under this key of a customer's creation.
    func customerRequest(under key: String) -> FrozenRequest? {
        guard key.hasPrefix("payonce-customer-"), let number = key.split(separator: "-").last,
            let attempt = Int(number)
        else { return nil }
        return customers.values.joined().map(\.creation).first {
            $0.attempt == attempt && key.contains(MemoryForm.digest(of: $0.request))
        }?.request
    }
}
