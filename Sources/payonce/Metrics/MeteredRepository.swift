import Payments

/// A repository that counts what the payments ask of it.
struct MeteredRepository: PaymentRepository {
    let inner: any PaymentRepository
    let metrics: PaymentMetrics
    private let lost = LostOutcomes()

    init(inner: any PaymentRepository, metrics: PaymentMetrics) {
        self.inner = inner
        self.metrics = metrics
    }

    func claim(_ claim: Claim) async throws(StoreFailure) -> ClaimResult {
        do throws(StoreFailure) {
            let result = try await inner.claim(claim)
            switch result {
            case .claimed: metrics.claimEnded(.claimed)
            case .held: metrics.claimEnded(.held)
            }
            return result
        } catch {
            metrics.claimEnded(.failed)
            throw error
        }
    }

    func record(_ change: PaymentChange) async throws(StoreFailure) -> Payment? {
        guard let payment = try await inner.record(change) else {
            metrics.lostFence()
            lost.forget(change.payment.id)
            return nil
        }
        if let means = lost.written(change) { metrics.recovered(by: means) }
        return payment
    }

    func takeOver(
        _ payment: Payment,
        by instance: InstanceID,
        customerIsHere: Bool
    ) async throws(StoreFailure) -> Payment? {
        let taken = try await inner.takeOver(
            payment,
            by: instance,
            customerIsHere: customerIsHere
        )
        if let taken { tookOver([taken]) }
        return taken
    }

    func seize(
        _ payment: Payment,
        by instance: InstanceID
    ) async throws(StoreFailure) -> Payment? {
        let taken = try await inner.seize(payment, by: instance)
        if let taken { tookOver([taken]) }
        return taken
    }

    func takeDue(
        atMost count: Int,
        by instance: InstanceID,
        stripeSeconds: Int64?
    ) async throws(StoreFailure) -> [Payment] {
        let due = try await inner.takeDue(
            atMost: count,
            by: instance,
            stripeSeconds: stripeSeconds
        )
        tookOver(due)
        return due
    }

    private func tookOver(_ payments: [Payment]) {
        metrics.tookOver(payments.count)
        for payment in payments where !payment.state.isOutcomeKnown { lost.lost(payment.id) }
    }

    // MARK: Passed on

    func closeFindings(
        _ kinds: [String],
        about subjects: [String],
        by who: Operator,
        because reason: ResolveReason
    ) async throws(StoreFailure) {
        try await inner.closeFindings(kinds, about: subjects, by: who, because: reason)
    }

    func holders(of guards: [Guard]) async throws(StoreFailure) -> [GuardHolder] {
        try await inner.holders(of: guards)
    }

    func look(
        at guards: [Guard],
        fixing order: OrderID
    ) async throws(StoreFailure) -> OrderLook {
        try await inner.look(at: guards, fixing: order)
    }

    func fix(_ order: FixedOrder, by key: String) async throws(StoreFailure) {
        try await inner.fix(order, by: key)
    }

    func payment(_ id: PaymentID) async throws(StoreFailure) -> Payment? {
        try await inner.payment(id)
    }

    func payment(of intent: PaymentIntentID) async throws(StoreFailure) -> Payment? {
        try await inner.payment(of: intent)
    }

    func join(
        _ guarding: Guard,
        fingerprint: Fingerprint,
        to payment: PaymentID
    ) async throws(StoreFailure) {
        try await inner.join(guarding, fingerprint: fingerprint, to: payment)
    }

    func renewAsked(_ payment: PaymentID) async throws(StoreFailure) {
        try await inner.renewAsked(payment)
    }

    func replacements(of order: OrderID) async throws(StoreFailure) -> Int {
        try await inner.replacements(of: order)
    }

    func lookNow(at intents: [PaymentIntentID]) async throws(StoreFailure) {
        try await inner.lookNow(at: intents)
    }

    func attempts(
        of instance: InstanceID,
        unchangedFor age: Duration
    ) async throws(StoreFailure) -> [PaymentID] {
        try await inner.attempts(of: instance, unchangedFor: age)
    }

    func renewLease(
        of instance: InstanceID,
        for duration: Duration
    ) async throws(StoreFailure) -> Bool {
        try await inner.renewLease(of: instance, for: duration)
    }

    func liveInstances() async throws(StoreFailure) -> Int { try await inner.liveInstances() }

    func endLease(of instance: InstanceID) async throws(StoreFailure) {
        try await inner.endLease(of: instance)
    }

    func note(_ finding: OpsFinding) async throws(StoreFailure) { try await inner.note(finding) }
}
