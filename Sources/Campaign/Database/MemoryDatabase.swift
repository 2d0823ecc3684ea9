import Money
public import Payments

/// The database of a simulation, with the rules of the real one: guards, compare-and-set, fences
/// and leases by a clock of its own. Each method is one commit.
public final class MemoryDatabase: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    struct HeldGuard {
        var payment: PaymentID
        let fingerprint: Fingerprint
        var attempts: Int
    }

    struct LivingInstance {
        var leaseUntil: Duration
        var hasEnded = false
    }

    let time: SimulatedTime
    var rows: [PaymentID: MemoryRow] = [:]
    var guards: [Guard: HeldGuard] = [:]
    /// Those that the shop has fixed.
    var orders: [OrderID: FixedOrder] = [:]
    var intents: [PaymentIntentID: PaymentID] = [:]
    /// The creations of each customer, the newest last.
    var customers: [CustomerReference: [MemoryCustomer]] = [:]
    public internal(set) var savedCards: [PaymentMethodID: SavedCard] = [:]
    /// The windows in which new attempts are counted.
    var rateCounts: [RateName: MemoryRateCount] = [:]
    var instances: [InstanceID: LivingInstance] = [:]
    /// How far its clock is ahead of the services'.
    public var skew: Duration = .zero
    public internal(set) var findings: [OpsFinding] = []
    /// What the shop has to be told.
    public internal(set) var outbox: [FulfillmentID: MemoryFulfillment] = [:]
    var refundRows: [PaymentID: [MemoryRefund]] = [:]
    var eventTurn = MemoryEventTurn()
    var hints: [Hint: MemoryHint] = [:]
    var disputeRows: [PaymentID: [DisputeID: DisputeStanding]] = [:]
    /// Times, in Stripe's seconds, of which the events were never read.
    var eventGaps: [ClosedRange<Int64>] = []
    /// How long an instance that writes an outcome is the only one to tell the shop.
    var deliveryHold: Duration = .zero
    /// Commits that changed a payment: claims, changes, takeovers.
    public private(set) var durableWrites = 0
    public internal(set) var nearMisses = NearMisses()
    /// How long each piece of work on a payment took, from the commit that began it to the one that
    /// left nothing to do.
    public internal(set) var resolutions: [Duration] = []
    /// Attempts that the recovery may have to look at.
    private var open: Set<PaymentID> = []
    /// What is wrong with it on purpose, as a test of the tests.
    var mutation: Mutation?

    public init(time: SimulatedTime) {
        self.time = time
    }

    var now: Duration { time.now + skew }

    // MARK: What tests ask

    /// Every payment, the oldest first.
    public var payments: [Payment] {
        rows.values.sorted {
            ($0.claimedAt, $0.payment.id.description) < ($1.claimedAt, $1.payment.id.description)
        }
        .map(seen)
    }

    public func events(of payment: PaymentID) -> [String] { rows[payment]?.events ?? [] }

    /// Whether the lookup by Stripe's name leads to the payment.
    public func knows(_ intent: PaymentIntentID) -> Bool { intents[intent] != nil }

    /// What was asked of Stripe under this key, if anything was.
    public func request(under key: String) -> FrozenRequest? {
        if let request = customerRequest(under: key) { return request }
        let parts = key.split(separator: "-")
        guard parts.count == 4, let id = PaymentID(String(parts[1])), let row = rows[id] else {
            return nil
        }
        if parts[2] == "refund" { return refundRequest(under: key) }
        return row.steps.first { $0.stripeKey(of: id) == key }?.request
    }

    /// Loses everything it knows of an attempt, as a restored backup does.
    public func forget(_ payment: PaymentID) {
        rows[payment] = nil
        open.remove(payment)
        guards = guards.filter { $0.value.payment != payment }
        intents = intents.filter { $0.value != payment }
    }

    /// Changes a row as a newer program or a hand would.
    public func edit(_ payment: PaymentID, _ body: (inout Payment) -> Void) {
        guard var row = rows[payment] else { return }
        body(&row.payment)
        store(row)
    }

    // MARK: Shared by the commits

    func store(_ row: MemoryRow) {
        rows[row.payment.id] = row
        durableWrites += 1
        if row.isOpen { open.insert(row.payment.id) } else { open.remove(row.payment.id) }
    }

    /// In an order that is the same in each run.
    var openRows: [MemoryRow] {
        open.compactMap { rows[$0] }
            .sorted {
                ($0.claimedAt, $0.payment.id.description)
                    < ($1.claimedAt, $1.payment.id.description)
            }
    }

    func isLive(_ instance: InstanceID?) -> Bool {
        guard let instance, let lease = instances[instance] else { return false }
        return !lease.hasEnded && lease.leaseUntil > now
    }

    func seen(_ row: MemoryRow) -> Payment {
        var seen = row.seen(at: now, isLive: isLive(row.owner))
        seen.fulfillment = outbox[FulfillmentID(.succeeded, of: seen.id)]?.answer
        return seen
    }

    func fix(_ order: FixedOrder) {
        let isInUse = guards[Guard(kind: .order, key: order.id.description)] != nil
        if !isInUse, orders[order.id] == nil { orders[order.id] = order }
    }

    func holders(of wanted: [Guard]) -> [GuardHolder] {
        wanted.compactMap { name in
            guard let held = guards[name], let row = rows[held.payment] else { return nil }
            return GuardHolder(
                holds: name,
                fingerprint: held.fingerprint,
                attempts: held.attempts,
                payment: seen(row)
            )
        }
    }
}
