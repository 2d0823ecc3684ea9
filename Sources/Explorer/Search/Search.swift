/// Explores a system breadth first, so that the first violation has the shortest trace.
public struct Search {
    private let system: any TransitionSystem
    private let mostStates: Int
    private var table = StateTable()
    private var transitions = 0
    private var depth = 0
    private var successors: [Successor] = []

    /// - Parameters:
    ///   - system: what is explored.
    ///   - mostStates: where to stop, since memory ends too; a search that stops here is not
    ///     complete and says so.
    public init(_ system: any TransitionSystem, mostStates: Int = 60_000_000) {
        self.system = system
        self.mostStates = mostStates
    }

    public mutating func run() -> Exploration {
        var violation = explore()
        var longestRecovery = 0
        if violation == nil, !isStopped {
            var recovery = RecoveryCheck(system, table)
            violation = recovery.run().map { trace(to: $0.index, ending: $0.complaint) }
            longestRecovery = recovery.longest
        }
        return Exploration(
            states: table.count,
            transitions: transitions,
            depth: depth,
            longestRecovery: longestRecovery,
            isComplete: !isStopped && violation == nil,
            violation: violation
        )
    }

    private var isStopped: Bool { table.count >= mostStates }

    private mutating func explore() -> Violation? {
        for state in system.initial { _ = table.insert(state, from: nil) }
        var next = 0
        var endOfLevel = table.count
        while next < table.count, !isStopped {
            if next == endOfLevel {
                depth += 1
                endOfLevel = table.count
            }
            let state = table.states[next]
            if let what = system.violation(in: state) { return trace(to: next, ending: what) }
            if let violation = expand(state, next) { return violation }
            next += 1
        }
        return nil
    }

    private mutating func expand(_ state: PackedState, _ index: Int) -> Violation? {
        successors.removeAll(keepingCapacity: true)
        system.appendSuccessors(of: state, to: &successors)
        transitions += successors.count
        for step in successors {
            if let what = step.violation {
                var violation = trace(to: index, ending: what)
                violation.steps.append(step.label.description)
                return violation
            }
            _ = table.insert(step.state, from: index)
        }
        return nil
    }

    /// The way to a state; each step is found again as the one that leads from parent to child.
    private func trace(to index: Int, ending what: String) -> Violation {
        var steps: [String] = []
        var child = index
        while let parent = table.parent(of: child) {
            let wanted = table.states[child]
            var list: [Successor] = []
            system.appendSuccessors(of: table.states[parent], to: &list)
            let step = list.first { $0.state == wanted }
            steps.append(step?.label.description ?? "an unknown step")
            child = parent
        }
        return Violation(
            what: what,
            steps: steps.reversed(),
            end: system.describe(table.states[index])
        )
    }
}
