import Payments

/// A row of `customers`.
struct MemoryCustomer {
    private(set) var creation: CustomerCreation
    let madeAt: Duration
    private var isGone = false

    init(creation: CustomerCreation, madeAt: Duration) {
        self.creation = creation
        self.madeAt = madeAt
    }

    mutating func name(_ customer: StripeCustomerID) {
        creation = copy(age: creation.age, customer)
    }

    mutating func lose() {
        isGone = true
        creation = copy(age: creation.age, creation.customer)
    }

    /// The creation as a reader sees it at `now`.
    func seen(at now: Duration) -> CustomerCreation {
        copy(age: max(now - madeAt, .zero), creation.customer)
    }

    private func copy(age: Duration, _ customer: StripeCustomerID?) -> CustomerCreation {
        CustomerCreation(
            reference: creation.reference,
            attempt: creation.attempt,
            request: creation.request,
            age: age,
            stripeSeconds: creation.stripeSeconds,
            customer: customer,
            isGone: isGone
        )
    }
}
