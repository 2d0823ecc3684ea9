/// Whose something is: a Customer, by its own id or by that of Accounts v2.
enum CustomerReference: Hashable {
    case customer(String)
    case account(String)

    init?(_ parameters: Parameters) throws(StripeError) {
        let customer = try parameters.nonEmpty("customer")
        let account = try parameters.nonEmpty("customer_account")
        switch (customer, account) {
        case (nil, nil): return nil
        case (let id?, nil): self = .customer(id)
        case (nil, let id?): self = .account(id)
        case (.some, .some): throw .onlyOneOf("customer", "customer_account")
        }
    }
}
