public import Payments

/// One run's way to the database in memory: the port, with what the script puts in its way.
public struct MemoryRepository: PaymentRepository {
    let database: MemoryDatabase
    private let commits: MemoryCommits

    public init(_ database: MemoryDatabase, through link: Link) {
        self.database = database
        commits = MemoryCommits(through: link)
    }

    public func claim(_ claim: Claim) async throws(StoreFailure) -> ClaimResult {
        try await commit("claim") { [database] () throws(StoreFailure) in
            try database.claim(claim)
        }
    }

    public func holders(of guards: [Guard]) async throws(StoreFailure) -> [GuardHolder] {
        try await commit("holders") { database.holders(of: guards) }
    }

    public func look(
        at guards: [Guard],
        fixing order: OrderID
    ) async throws(StoreFailure) -> OrderLook {
        try await commit("look") {
            OrderLook(holders: database.holders(of: guards), order: database.orders[order])
        }
    }

    public func fix(_ order: FixedOrder, by key: String) async throws(StoreFailure) {
        try await commit("fix") { database.fix(order) }
    }

    public func payment(_ id: PaymentID) async throws(StoreFailure) -> Payment? {
        try await commit("payment") { database.rows[id].map(database.seen) }
    }

    public func payment(of intent: PaymentIntentID) async throws(StoreFailure) -> Payment? {
        try await commit("payment of intent") {
            database.intents[intent].flatMap { database.rows[$0] }.map(database.seen)
        }
    }

    public func record(_ change: PaymentChange) async throws(StoreFailure) -> Payment? {
        try await commit("record \(change.state.word)") { database.record(change) }
    }

    public func takeOver(
        _ payment: Payment,
        by instance: InstanceID,
        customerIsHere: Bool
    ) async throws(StoreFailure) -> Payment? {
        try await commit("take over") {
            database.takeOver(payment, by: instance, customerIsHere: customerIsHere)
        }
    }

    public func seize(
        _ payment: Payment,
        by instance: InstanceID
    ) async throws(StoreFailure) -> Payment? {
        try await commit("seize") { database.seize(payment, by: instance) }
    }

    public func closeFindings(
        _ kinds: [String],
        about subjects: [String],
        by who: Operator,
        because reason: ResolveReason
    ) async throws(StoreFailure) {
        try await commit("close findings") { database.closeFindings(kinds, about: subjects) }
    }

    public func join(
        _ guarding: Guard,
        fingerprint: Fingerprint,
        to payment: PaymentID
    ) async throws(StoreFailure) {
        try await commit("join") { database.join(guarding, fingerprint, to: payment) }
    }

    public func renewAsked(_ payment: PaymentID) async throws(StoreFailure) {
        try await commit("renew asked") { database.renewAsked(payment) }
    }

    public func replacements(of order: OrderID) async throws(StoreFailure) -> Int {
        try await commit("replacements") { database.replacements(of: order) }
    }

    public func takeDue(
        atMost count: Int,
        by instance: InstanceID,
        stripeSeconds: Int64?
    ) async throws(StoreFailure) -> [Payment] {
        try await commit("take due") {
            database.takeDue(atMost: count, by: instance, stripeSeconds: stripeSeconds)
        }
    }

    public func lookNow(at intents: [PaymentIntentID]) async throws(StoreFailure) {
        try await commit("look now") { database.lookNow(at: intents) }
    }

    public func attempts(
        of instance: InstanceID,
        unchangedFor age: Duration
    ) async throws(StoreFailure) -> [PaymentID] {
        try await commit("attempts") { database.attempts(of: instance, unchangedFor: age) }
    }

    public func renewLease(
        of instance: InstanceID,
        for duration: Duration
    ) async throws(StoreFailure) -> Bool {
        try await commit("renew lease") { database.renewLease(of: instance, for: duration) }
    }

    /// Only divides a rate, so nothing goes wrong here.
    public func liveInstances() async throws(StoreFailure) -> Int {
        database.instances.keys.count { database.isLive($0) }
    }

    public func endLease(of instance: InstanceID) async throws(StoreFailure) {
        try await commit("end lease") { database.endLease(of: instance) }
    }

    public func note(_ finding: OpsFinding) async throws(StoreFailure) {
        try await commit("note \(finding.kind)") { database.note(finding) }
    }

    // MARK: What goes wrong

    func commit<Value: Sendable>(
        _ name: String,
        _ effect: @escaping @Sendable () throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
        try await commits.commit(name, effect)
    }
}
