import JSON

extension SimulatorEngine {
    /// The customer that parameters name.
    func customer(_ reference: CustomerReference) throws(StripeError) -> Customer {
        switch reference {
        case .customer(let id):
            guard let customer = account.customers[id], !customer.isDeleted else {
                throw .noSuchReference("customer", id, parameter: "customer")
            }
            return customer
        case .account(let id):
            guard let customer = account.customer(ofAccount: id), !customer.isDeleted else {
                throw .noSuchReference("account", id, parameter: "customer_account")
            }
            return customer
        }
    }

    /// The customer of a path.
    func existingCustomer(
        _ id: String,
        parameter: String = "id"
    ) throws(StripeError) -> Customer {
        guard let customer = account.customers[id], !customer.isDeleted else {
            throw .noSuch("customer", id, parameter: parameter)
        }
        return customer
    }

    func createCustomer(_ terms: CustomerTerms) throws(StripeError) -> JSONValue {
        let given = try terms.paymentMethod.map { id throws(StripeError) in
            try attachable(try find(id))
        }
        var customer = Customer(
            id: identifiers.customer(),
            number: account.customers.nextNumber,
            created: now,
            invoicePrefix: identifiers.invoicePrefix(),
            account: switches.makesCustomerAccounts ? identifiers.customerAccount() : nil
        )
        try apply(terms, to: &customer, holding: given?.id)
        account.store(customer)
        emit(.customerCreated, .customer(customer))
        if let given { _ = attach(given, to: customer) }
        return renderer.json(customer, expanding: terms.expansion)
    }

    func retrieveCustomer(_ id: String, _ expansion: Expansion) throws(StripeError) -> JSONValue {
        guard let customer = account.customers[id] else {
            throw .noSuch("customer", id, parameter: "id")
        }
        if customer.isDeleted { return renderer.deleted(customer) }
        return renderer.json(customer, expanding: expansion)
    }

    func updateCustomer(_ id: String, _ terms: CustomerTerms) throws(StripeError) -> JSONValue {
        let before = try existingCustomer(id)
        var customer = before
        try apply(terms, to: &customer, holding: nil)
        account.store(customer)
        emit(.customerUpdated, .customer(customer), previous: .customer(before))
        return renderer.json(customer, expanding: terms.expansion)
    }

    /// The customer's cards are nobody's from here on. What was paid stays.
    func deleteCustomer(_ id: String) throws(StripeError) -> JSONValue {
        var customer = try existingCustomer(id)
        emit(.customerDeleted, .customer(customer))
        for method in account.wallet(of: id) {
            touch(method)
            account.takeOutOfWallet(method)
        }
        customer.isDeleted = true
        customer.defaultPaymentMethod = nil
        account.store(customer)
        return renderer.deleted(customer)
    }

    private func apply(
        _ terms: CustomerTerms,
        to customer: inout Customer,
        holding method: String?
    ) throws(StripeError) {
        if let address = terms.address { customer.address = address.isNull ? nil : address }
        if let shipping = terms.shipping { customer.shipping = shipping.isNull ? nil : shipping }
        if let text = terms.description { customer.description = text.isEmpty ? nil : text }
        if let text = terms.email { customer.email = text.isEmpty ? nil : text }
        if let text = terms.name { customer.name = text.isEmpty ? nil : text }
        if let text = terms.phone { customer.phone = text.isEmpty ? nil : text }
        if let locales = terms.preferredLocales { customer.preferredLocales = locales }
        if let exemption = terms.taxExemption { customer.taxExemption = exemption }
        if let change = terms.metadata {
            customer.metadata = try change.applied(to: customer.metadata)
        }
        guard let id = terms.defaultPaymentMethod else { return }
        guard id.isEmpty || id == method || account.wallet(of: customer.id).contains(id) else {
            throw .notOfTheCustomer(id)
        }
        customer.defaultPaymentMethod = id.isEmpty ? nil : id
    }
}
