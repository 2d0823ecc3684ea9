public import Payments

extension World {
    /// How long it takes for an answer at most where nobody says otherwise.
    public static let patience: Duration = .seconds(25)
    /// How much longer a client waits for it.
    private static let slack: Duration = .seconds(5)

    // MARK: What clients do

    /// - Returns: `nil` where no answer came: the service died, or did not answer in time.
    public func pay(_ request: PayRequest, on instance: Instance? = nil) async -> PaymentAnswer? {
        await ask(instance ?? self.instance) { await $0.pay(request, until: $1) }
    }

    public func charge(
        _ request: OffSessionRequest,
        on instance: Instance? = nil
    ) async -> PaymentAnswer? {
        await ask(instance ?? self.instance) { await $0.charge(request, until: $1) }
    }

    public func confirm(_ call: SecondCall, on instance: Instance? = nil) async -> PaymentAnswer? {
        await ask(instance ?? self.instance) { await $0.confirm(call, until: $1) }
    }

    public func cancel(
        _ query: PaymentQuery,
        on instance: Instance? = nil
    ) async -> PaymentAnswer? {
        await ask(instance ?? self.instance) { await $0.cancel(query, until: $1) }
    }

    public func refund(
        _ request: RefundRequest,
        on instance: Instance? = nil
    ) async -> RefundAnswer? {
        let instance = instance ?? self.instance
        return await ask(instance.link) { [time, answerTimeout] in
            await instance.refunds.refund(request, until: time.now + answerTimeout)
        }
    }

    /// A person says how a payment is to end.
    public func resolve(
        _ request: ResolveRequest,
        on instance: Instance? = nil
    ) async -> ResolveAnswer? {
        let instance = instance ?? self.instance
        return await ask(instance.link) { [time, answerTimeout] in
            await instance.service.resolve(request, until: time.now + answerTimeout)
        }
    }

    /// The shop's server says what an order costs.
    public func fix(_ request: OrderRequest, on instance: Instance? = nil) async -> OrderAnswer? {
        let instance = instance ?? self.instance
        return await ask(instance.link) { await instance.service.fix(request) }
    }

    /// A customer looks at the saved cards.
    public func cards(
        of customer: CustomerReference,
        on instance: Instance? = nil
    ) async -> CardsAnswer? {
        let instance = instance ?? self.instance
        return await ask(instance.link) { [time] in
            await instance.wallet.cards(of: customer, at: time.now)
        }
    }

    /// A customer takes a saved card off.
    public func remove(
        _ method: PaymentMethodID,
        of customer: CustomerReference,
        on instance: Instance? = nil
    ) async -> RemovalAnswer? {
        let instance = instance ?? self.instance
        return await ask(instance.link) { [time] in
            await instance.wallet.remove(method, of: customer, at: time.now)
        }
    }

    /// The service works in its own process, which may be stopped or die before it answers.
    private func ask(
        _ instance: Instance,
        _ work: @escaping @Sendable (PaymentService, Duration) async -> PaymentAnswer
    ) async -> PaymentAnswer? {
        await ask(instance.link) { [time, answerTimeout] in
            await work(instance.service, time.now + answerTimeout)
        }
    }

    private func ask<Answer: Sendable>(
        _ link: Link,
        _ work: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        guard !link.isCut else { return nil }
        return await withCheckedContinuation { continuation in
            let exchange = ClientExchange(continuation)
            link.add(exchange)
            Task(executorPreference: link.process) {
                exchange.end(with: await work())
            }
            time.call(after: answerTimeout + World.slack) { exchange.end(with: nil) }
        }
    }

    /// Instances that still live; a stopped one is among them.
    public var liveInstances: [Instance] { instances.filter { !$0.link.isCut } }

    /// Nothing of the service runs for this long, as on a machine that sleeps.
    public func suspend(for duration: Duration) async {
        for instance in liveInstances { instance.link.process.stop(for: duration) }
        await time.sleep(duration)
    }

    /// Waits until nothing is on its way to Stripe any more and no instance is stopped.
    public func untilAwake() async {
        if time.now < stripe.quietFrom { await time.sleep(stripe.quietFrom - time.now) }
        while let end = instances.compactMap(\.link.process.stoppedUntil).max() {
            await time.sleep(end - time.now)
        }
    }

    /// A customer has saved these cards by payments of an earlier time.
    ///
    /// - Returns: the customer's name at Stripe.
    @discardableResult
    public func save(
        _ methods: [PaymentMethodID],
        of reference: CustomerReference
    ) -> StripeCustomerID {
        let customer = stripe.addCustomer()
        database.know(reference, as: customer)
        for method in methods { stripe.owners[method] = customer }
        database.learn(methods.compactMap(stripe.facts), of: reference)
        return customer
    }

    // MARK: What can be seen

    /// The only payment there is.
    public var payment: Payment? { database.payments.count == 1 ? database.payments[0] : nil }

    /// Waits until nobody has anything to do.
    public func untilQuiet(atMost patience: Duration = .seconds(3600)) async {
        let end = time.now + patience
        while time.now < end {
            await time.sleep(.seconds(1))
            if isQuiet { return }
        }
    }

    /// Whether all that happened at Stripe was read, and what it may mean looked at.
    private var isAllAdopted: Bool {
        database.hints.isEmpty && stripe.isAllRead(through: database.eventTurn.readThrough)
    }

    /// Whether nothing is being worked on, and nothing waits for somebody to work on it. What was
    /// left to a person waits for that person alone.
    public var isQuiet: Bool {
        guard shop == nil || database.openFulfillments.isEmpty else { return false }
        guard !looksAfterRefunds || !database.hasOpenRefunds else { return false }
        guard !readsEvents || isAllAdopted else { return false }
        return database.openRows.allSatisfy { row in
            guard row.payment.state.needsWork else { return row.owner == nil }
            return row.takeovers >= MemoryDatabase.mostTakeovers && !database.isLive(row.owner)
        }
    }
}
