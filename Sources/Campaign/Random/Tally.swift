import Payments

/// What happened in one world, or in many.
public struct Tally: Sendable {
    public internal(set) var payments = 0
    /// How many shoppers of which kind there were.
    public internal(set) var shoppers: [String: Int] = [:]
    /// What else was done for them.
    public internal(set) var deeds: [String: Int] = [:]
    /// Faults that were really met, by their kinds.
    public internal(set) var faults: [String: Int] = [:]
    /// What clients heard.
    public internal(set) var answers: [String: Int] = [:]
    public internal(set) var nearMisses = NearMisses()
    /// How long each piece of work took, in milliseconds.
    public internal(set) var resolutions: [Int32] = []
    /// Attempts that were left to a person, by what the finding says.
    public internal(set) var findings: [String: Int] = [:]
    public internal(set) var charges = 0
    public internal(set) var violations: [Violation] = []
    public internal(set) var digest = RunDigest.sum

    mutating func take(_ world: World) {
        faults = world.plan.injected
        nearMisses = world.database.nearMisses
        nearMisses.replays = world.stripe.arrivals.count { $0.outcome == .replayed }
        nearMisses.sendsRefused = world.instances.reduce(0) { $0 + $1.processor.sendsRefused }
        resolutions = world.database.resolutions.map { duration in
            let (seconds, attoseconds) = duration.components
            let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
            return Int32(clamping: milliseconds)
        }
        for finding in world.database.findings { findings[finding.kind, default: 0] += 1 }
        charges = world.stripe.book.count
        deeds = Tally.deeds(in: world)
        digest = world.plan.digest
    }

    private static func deeds(in world: World) -> [String: Int] {
        let told = world.shop?.heard ?? []
        return [
            "cards saved": world.stripe.owners.count + world.stripe.detached.count,
            "cards taken off": world.stripe.detached.count,
            "charges of saved cards": world.stripe.book.count { world.stripe.isSaved($0) },
            "wrong security codes given back": world.database.payments.count {
                $0.state == .declined && $0.cvcVerdict == .fail
            },
            "charges while the customer was away": paid(.offSession, in: world),
            "payments in sheets": paid(.appConfirmed, in: world),
            "refunds": world.stripe.refunds.count,
            "refunds by others": world.stripe.refunds.count { $0.number == nil },
            "cancels by others": world.stripe.canceledByHand,
            "disputes": world.stripe.disputes.count,
            "tellings of the shop": told.count,
            "repeated tellings": told.count - Set(told.map(\.id)).count,
        ]
    }

    private static func paid(_ flow: Payments.Flow, in world: World) -> Int {
        world.database.payments.count { $0.state == .succeeded && $0.purchase.flow == flow }
    }

    /// Takes in world `number`, in any order.
    mutating func join(_ other: Tally, number: Int) {
        add(other)
        digest.join(other.digest, number: UInt64(number))
    }

    /// Takes in the sum of other worlds.
    mutating func merge(_ other: Tally) {
        add(other)
        digest.add(other.digest)
    }

    private mutating func add(_ other: Tally) {
        payments += other.payments
        faults.merge(other.faults, uniquingKeysWith: +)
        shoppers.merge(other.shoppers, uniquingKeysWith: +)
        deeds.merge(other.deeds, uniquingKeysWith: +)
        answers.merge(other.answers, uniquingKeysWith: +)
        nearMisses.join(other.nearMisses)
        resolutions += other.resolutions
        findings.merge(other.findings, uniquingKeysWith: +)
        charges += other.charges
        violations += other.violations
    }
}
