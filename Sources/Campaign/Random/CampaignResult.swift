/// The sum of a campaign, and which of its worlds did not hold.
public struct CampaignResult: Sendable {
    public private(set) var total = Tally()
    /// Violations by the number of their world, lowest first.
    public private(set) var failures: [(world: Int, violations: [Violation])] = []

    public init() {}

    public var isClean: Bool { failures.isEmpty }

    mutating func add(_ tally: Tally, of world: Int) {
        total.join(tally, number: world)
        if !tally.violations.isEmpty { note(world, tally.violations) }
    }

    /// Nothing was left that could go on, but somebody still waited.
    mutating func addStuck(_ world: Int) {
        note(world, [Violation(.resolved, "the world stood still")])
    }

    mutating func join(_ other: CampaignResult) {
        total.merge(other.total)
        failures = (failures + other.failures).sorted { $0.world < $1.world }
    }

    private mutating func note(_ world: Int, _ violations: [Violation]) {
        failures.append((world, violations))
    }
}
