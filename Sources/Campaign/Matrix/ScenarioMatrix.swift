/// Every boundary of a flow with every fault that it can have, for every kind of client.
public struct ScenarioMatrix: Sendable {
    public let flow: Flow
    private let mutation: Mutation?

    public init(of flow: Flow, mutation: Mutation? = nil) {
        self.flow = flow
        self.mutation = mutation
    }

    /// What came of it.
    public struct Result: Sendable {
        /// All that are covered, those included that another one stands for.
        public internal(set) var scenarios = 0
        /// Those that were really played.
        public internal(set) var played = 0
        /// Scenarios in which something did not hold, with what.
        public internal(set) var failures: [String] = []
    }

    /// - Throws: `SimulationStuck`, where a run without a fault does not end.
    public func run() throws -> Result {
        var result = Result()
        for fleet in Fleet.all {
            let calm = Scenario(flow: flow, fleet: fleet, habit: .givesUp, hit: nil)
            for boundary in hit(try calm.boundaries(), in: fleet) {
                for fault in Fault.applicable(at: boundary, of: flow, in: fleet) {
                    play(fleet, Scenario.Hit(boundary: boundary, fault: fault), &result)
                }
            }
        }
        return result
    }

    /// The client without a habit goes first: where no answer leaves it in doubt, clients of all
    /// habits do the same, and one run stands for all.
    private func play(_ fleet: Fleet, _ hit: Scenario.Hit, _ result: inout Result) {
        result.scenarios += flow.habits.count
        for habit in flow.habits {
            let scenario = Scenario(flow: flow, fleet: fleet, habit: habit, hit: hit)
            result.played += 1
            do {
                let outcome = try scenario.play(mutation: mutation)
                if !outcome.violations.isEmpty {
                    result.failures.append("\(scenario): \(outcome.violations)")
                }
                if habit == .givesUp, !outcome.wasInDoubt { return }
            } catch {
                result.failures.append("\(scenario): nothing went on any more")
            }
        }
    }

    // MARK: Which boundaries

    private func hit(_ boundaries: [Boundary], in fleet: Fleet) -> [Boundary] {
        distinct(boundaries).filter { fleet.copies <= 2 || ScenarioMatrix.decides($0) }
    }

    /// Of calls that an instance makes again and again, as it looks after its lease, for work and
    /// for what it waits for, the first ones are enough: the later ones meet nothing else.
    private func distinct(_ boundaries: [Boundary]) -> [Boundary] {
        var seen: [String: Int] = [:]
        return boundaries.filter { boundary in
            let call = "\(boundary.name) \(boundary.instance)"
            seen[call, default: 0] += 1
            return seen[call, default: 0] <= ScenarioMatrix.mostRepeats
        }
    }

    private static let mostRepeats = 3

    /// Whether a boundary decides between requests. Eight at once differ from two only up to there:
    /// behind it they all wait for one piece of work, which two show as well.
    private static func decides(_ boundary: Boundary) -> Bool {
        let names = ["claim", "holders", "take over", "join", "payment", "payment of intent"]
        return names.contains(boundary.name)
    }
}
