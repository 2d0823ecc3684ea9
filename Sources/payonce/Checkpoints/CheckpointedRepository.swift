#if DEBUG
    import Payments

    /// A repository that tells the checkpoints when a payment calls it. What an instance does by
    /// the clock is passed on, unless the recovery has found something: no payment can be told by
    /// it.
    struct CheckpointedRepository: PaymentRepository {
        let inner: any PaymentRepository
        let checkpoints: Checkpoints

        func claim(_ claim: Claim) async throws(StoreFailure) -> ClaimResult {
            try await between("claim") { () async throws(StoreFailure) in
                try await inner.claim(claim)
            }
        }

        func holders(of guards: [Guard]) async throws(StoreFailure) -> [GuardHolder] {
            try await between("holders") { () async throws(StoreFailure) in
                try await inner.holders(of: guards)
            }
        }

        func look(
            at guards: [Guard],
            fixing order: OrderID
        ) async throws(StoreFailure) -> OrderLook {
            try await between("look") { () async throws(StoreFailure) in
                try await inner.look(at: guards, fixing: order)
            }
        }

        /// No payment of its own, so no checkpoint.
        func fix(_ order: FixedOrder, by key: String) async throws(StoreFailure) {
            try await inner.fix(order, by: key)
        }

        func payment(_ id: PaymentID) async throws(StoreFailure) -> Payment? {
            try await between("payment") { () async throws(StoreFailure) in
                try await inner.payment(id)
            }
        }

        func payment(of intent: PaymentIntentID) async throws(StoreFailure) -> Payment? {
            try await between("payment of intent") { () async throws(StoreFailure) in
                try await inner.payment(of: intent)
            }
        }

        func record(_ change: PaymentChange) async throws(StoreFailure) -> Payment? {
            try await between("record \(change.event)") { () async throws(StoreFailure) in
                try await inner.record(change)
            }
        }

        func takeOver(
            _ payment: Payment,
            by instance: InstanceID,
            customerIsHere: Bool
        ) async throws(StoreFailure) -> Payment? {
            try await between("take over") { () async throws(StoreFailure) in
                try await inner.takeOver(payment, by: instance, customerIsHere: customerIsHere)
            }
        }

        func seize(
            _ payment: Payment,
            by instance: InstanceID
        ) async throws(StoreFailure) -> Payment? {
            try await between("seize") { () async throws(StoreFailure) in
                try await inner.seize(payment, by: instance)
            }
        }

        func closeFindings(
            _ kinds: [String],
            about subjects: [String],
            by who: Operator,
            because reason: ResolveReason
        ) async throws(StoreFailure) {
            try await between("close findings") { () async throws(StoreFailure) in
                try await inner.closeFindings(kinds, about: subjects, by: who, because: reason)
            }
        }

        func join(
            _ guarding: Guard,
            fingerprint: Fingerprint,
            to payment: PaymentID
        ) async throws(StoreFailure) {
            try await between("join") { () async throws(StoreFailure) in
                try await inner.join(guarding, fingerprint: fingerprint, to: payment)
            }
        }

        func renewAsked(_ payment: PaymentID) async throws(StoreFailure) {
            try await between("renew asked") { () async throws(StoreFailure) in
                try await inner.renewAsked(payment)
            }
        }

        func replacements(of order: OrderID) async throws(StoreFailure) -> Int {
            try await between("replacements") { () async throws(StoreFailure) in
                try await inner.replacements(of: order)
            }
        }

        func note(_ finding: OpsFinding) async throws(StoreFailure) {
            try await between("note \(finding.kind)") { () async throws(StoreFailure) in
                try await inner.note(finding)
            }
        }

        // MARK: By the clock

        func lookNow(at intents: [PaymentIntentID]) async throws(StoreFailure) {
            try await inner.lookNow(at: intents)
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
            if !due.isEmpty { checkpoints.after("take due") }
            return due
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

        // MARK: Parts

        private func between<Value>(
            _ call: String,
            _ work: () async throws(StoreFailure) -> Value
        ) async throws(StoreFailure) -> Value {
            checkpoints.before(call)
            let value = try await work()
            checkpoints.after(call)
            return value
        }
    }
#endif
