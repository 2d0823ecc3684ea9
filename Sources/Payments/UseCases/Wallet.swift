/// The shop's customers and their cards: which exist at Stripe, and whose a card is.
///
/// Stripe is the truth of what is attached to whom. The rows here save asking it, and keep what it
/// does not know: who agreed to what.
public actor Wallet {
    let directory: any CustomerDirectory
    let vault: any CardVault
    let time: any Timekeeper
    private let hash: Hash
    /// The Stripe account and its mode.
    private let account: String
    /// Customers that are being created, so that a hundred requests make one.
    private var creations: [CustomerReference: Task<StripeCustomerID?, Never>] = [:]

    public init(
        directory: any CustomerDirectory,
        vault: any CardVault,
        time: any Timekeeper,
        account: String,
        hash: @escaping Hash
    ) {
        self.directory = directory
        self.vault = vault
        self.time = time
        self.account = account
        self.hash = hash
    }

    /// Stripe's name of a customer, where there is one, and whether there ever was: who never had
    /// one has no saved card either, and none that is gone.
    func lookUp(
        _ reference: CustomerReference
    ) async throws(StoreFailure) -> (living: StripeCustomerID?, hasBeen: Bool) {
        let creation = try await directory.creation(of: reference)
        return (creation?.living, creation?.customer != nil)
    }

    /// Stripe's name of a customer, where there is one.
    func known(_ reference: CustomerReference) async throws(StoreFailure) -> StripeCustomerID? {
        try await lookUp(reference).living
    }

    /// Stripe's name of a customer, who is created where there is none.
    ///
    /// - Returns: `nil` where that cannot be done now.
    func customer(
        for reference: CustomerReference,
        until deadline: Duration
    ) async -> StripeCustomerID? {
        if let running = creations[reference] { return await running.value }
        let task = Task(executorPreference: time.executor) {
            await self.created(reference, until: deadline)
        }
        creations[reference] = task
        let customer = await task.value
        creations[reference] = nil
        return customer
    }

    /// Stripe said that it knows no such customer. Where it says so again when it is asked for the
    /// customer itself, or shows that one was deleted, the name is given up: the next request that
    /// needs one makes a new customer, and the cards of this one are gone, as they are at Stripe.
    /// That moves no money, so two answers are evidence enough.
    ///
    /// - Returns: whether the customer is gone.
    func wasRefused(
        _ customer: StripeCustomerID,
        of reference: CustomerReference,
        until deadline: Duration
    ) async -> Bool {
        switch await vault.exists(customer, deadline: deadline) {
        case .value(true, _), .unavailable: return false
        case .value(false, _), .notFound:
            do throws(StoreFailure) {
                try await directory.lose(customer, of: reference)
                return true
            } catch {
                // Whoever meets it next finds out again.
                return false
            }
        }
    }

    /// A customer at Stripe for a guest's payment, who is nobody's elsewhere. It is made as every
    /// other one, durable before it is sent, under a reference that follows from the payment, so
    /// that a repeat is led to the same one. A shop does not call its customers so.
    ///
    /// - Returns: `nil` where there is none to be had now.
    func guest(of payment: PaymentID, until deadline: Duration) async -> StripeCustomerID? {
        guard let reference = CustomerReference("guest:\(payment)") else {
            preconditionFailure("a payment's id is shorter than a reference may be")
        }
        return await customer(for: reference, until: deadline)
    }

    // MARK: Creating

    /// Tries before the request is told to come again; each but the last is followed by a pause.
    private static let mostTries = 8
    private static let pause: Duration = .milliseconds(250)
    /// A create is a light call; a lost answer is asked for again within the customer's patience.
    private static let callTimeout: Duration = .seconds(8)

    private func created(
        _ reference: CustomerReference,
        until deadline: Duration
    ) async -> StripeCustomerID? {
        do throws(StoreFailure) {
            var creation = try await openCreation(of: reference)
            for _ in 0..<Wallet.mostTries {
                if let customer = creation.living { return customer }
                guard time.now < deadline else { return nil }
                switch await vault.createCustomer(
                    creation.request,
                    key: key(of: creation),
                    deadline: min(deadline, time.now + Wallet.callTimeout)
                ) {
                case .created(let customer):
                    return try await directory.name(creation, as: customer)
                case .keySpent: creation = try await next(after: creation)
                case .refused: return nil
                case .unknown: await rest(for: Wallet.pause)
                }
            }
        } catch {
            // Whoever asks next repeats the same bytes under the same key.
        }
        return nil
    }

    /// The creation that is to be sent, durable.
    private func openCreation(
        of reference: CustomerReference
    ) async throws(StoreFailure) -> CustomerCreation {
        guard let known = try await directory.creation(of: reference) else {
            return try await begin(reference, attempt: 1)
        }
        if known.isGone { return try await next(after: known) }
        if known.customer != nil { return known }
        let isRepeatable = known.isRepeatable(
            within: SendingRules().keyHorizon,
            stripeSeconds: await vault.stripeSeconds()
        )
        return isRepeatable ? known : try await next(after: known)
    }

    private func next(
        after creation: CustomerCreation
    ) async throws(StoreFailure) -> CustomerCreation {
        try await begin(creation.reference, attempt: creation.attempt + 1)
    }

    private func begin(
        _ reference: CustomerReference,
        attempt: Int
    ) async throws(StoreFailure) -> CustomerCreation {
        let draft = CustomerDraft(digest: digest(of: reference), account: account)
        let creation = CustomerCreation(
            reference: reference,
            attempt: attempt,
            request: vault.customerRequest(for: draft),
            stripeSeconds: await vault.stripeSeconds()
        )
        return try await directory.begin(creation)
    }

    /// Derived, so that a database that forgot a customer is led back to the same one.
    private func key(of creation: CustomerCreation) -> String {
        "payonce-customer-\(digest(of: creation.reference))-\(creation.attempt)"
    }

    private func digest(of reference: CustomerReference) -> String {
        let text = [account, reference.description].map { "\($0.utf8.count):\($0)" }.joined()
        return Hexadecimal.text(of: hash(Array(text.utf8)).prefix(16))
    }

    private func rest(for duration: Duration) async {
        await withCheckedContinuation { continuation in
            time.call(after: duration) { continuation.resume() }
        }
    }
}
