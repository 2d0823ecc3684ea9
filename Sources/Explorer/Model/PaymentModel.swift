/// The service, its database, its clients and Stripe as one transition system.
///
/// Production's decisions are production's own: admission, machine, reading of Stripe's answers,
/// sending rules, identities and the rules of a drive are asked through `Rulebook`. What surrounds
/// them is modelled here, each effect as one step: a commit, a post, a read.
public struct PaymentModel: TransitionSystem {
    let configuration: Configuration
    let rules: Rulebook
    /// Whether one order stands for all orders of steps that commute.
    let isReduced: Bool

    public init(_ configuration: Configuration, isReduced: Bool = true) {
        self.configuration = configuration
        self.isReduced = isReduced
        rules = Rulebook(configuration)
    }

    public var initial: [PackedState] {
        var world = World()
        world.faults = configuration.faults
        return [world.normal.packed]
    }

    public func appendSuccessors(of state: PackedState, to list: inout [Successor]) {
        let world = World(state)
        if let worker = workerBeforeOthers(world) {
            appendWork(of: worker, world, withFaults: true, &list)
            return appendEnds(of: worker, world, &list)
        }
        appendRequests(world, &list)
        for worker in 0..<3 where world.workers[worker].isAtWork {
            appendWork(of: worker, world, withFaults: true, &list)
            appendEnds(of: worker, world, &list)
        }
        appendRecoverer(world, &list)
        appendFlight(world, &list)
        appendCustomer(world, &list)
        appendTime(world, &list)
    }

    func isWithout(_ mutation: Mutation) -> Bool { configuration.mutation == mutation }

    func emit(
        _ world: World,
        _ label: StepLabel,
        _ list: inout [Successor],
        violation: String? = nil
    ) {
        list.append(Successor(world.normal.packed, label, violation: violation))
    }

    // MARK: Recovery alone

    public func appendRecovery(of state: PackedState, to list: inout [Successor]) {
        let world = World(state)
        if let worker = workerBeforeOthers(world) {
            return appendWork(of: worker, world, withFaults: false, &list)
        }
        for worker in 0..<3 where world.workers[worker].isAtWork && !isWaiting(worker, world) {
            return appendWork(of: worker, world, withFaults: false, &list)
        }
        if world.flight.isUnderWay { return appendFlight(world, &list) }
        appendRecoverer(world, &list)
        if !list.isEmpty { return }
        appendLapse(world, &list)
        if !list.isEmpty { return }
        appendNeededTime(world, &list)
    }

    /// It reads again and again until nothing can be executed any more.
    private func isWaiting(_ worker: Int, _ world: World) -> Bool {
        world.workers[worker].phase == .reading && world.workers[worker].openSend == 1
    }

    public func complaint(atEnd state: PackedState) -> String? {
        let world = World(state)
        for index in 0..<3 where world.workers[index].isAtWork {
            return "I8: an instance never comes to the end of its work"
        }
        for index in 0..<2 {
            let row = world.rows[index]
            if row.state.isTerminal || !row.exists || row.state == .quarantined { continue }
            // What killed three instances in a row is left to a person, with a finding.
            if row.owner == RowOwner.gone, row.takeovers >= PaymentModel.mostTakeovers { continue }
            return "I8: attempt \(index + 1) is never resolved"
        }
        return nil
    }

    static let mostTakeovers: UInt8 = 3
}
