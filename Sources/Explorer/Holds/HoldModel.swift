import Payments

/// One payment that holds the amount until the check of the CVC is known, then captures it or gives
/// it back: the capture, the cancel, the customer who asks again or cancels, and the recovery, with
/// crashes, lost answers and late requests between any two steps.
///
/// A small model beside `PaymentModel`, which has the guards and the challenge. Here too the
/// decisions are production's own.
public struct HoldModel: TransitionSystem {
    let configuration: HoldConfiguration
    let rules: HoldRules

    public init(_ configuration: HoldConfiguration) {
        self.configuration = configuration
        rules = HoldRules(configuration.mutation)
    }

    /// The payment has been claimed, and its create is about to be sent.
    public var initial: [PackedState] {
        var world = HoldWorld()
        world.faults = configuration.faults
        world.workers[0].phase = .sending
        world.workers[0].isAsked = true
        return [world.normal.packed]
    }

    public func appendSuccessors(of state: PackedState, to list: inout [Successor]) {
        let world = HoldWorld(state)
        appendRequests(world, &list)
        for worker in 0..<3 where world.workers[worker].isAtWork {
            appendWork(of: worker, world, withFaults: true, &list)
            appendEnds(of: worker, world, &list)
        }
        appendRecoverer(world, &list)
        appendFlight(world, &list)
        appendBank(world, &list)
        appendTime(world, &list)
    }

    func isWithout(_ mutation: HoldMutation) -> Bool { configuration.mutation == mutation }

    func emit(
        _ world: HoldWorld,
        _ label: StepLabel,
        _ list: inout [Successor],
        violation: String? = nil
    ) {
        list.append(Successor(world.normal.packed, label, violation: violation))
    }

    // MARK: What must hold

    public func violation(in state: PackedState) -> String? {
        let world = HoldWorld(state)
        let status = world.intent.status
        if world.row.verdict == .fail, status == .succeeded {
            return "I11: it is captured after a failed check"
        }
        if world.row.state == .succeeded, status != .succeeded {
            return "I4: it is told as paid, and nothing is captured"
        }
        guard world.row.state.isClosedUnpaid else { return nil }
        switch status {
        case .succeeded: return "I5: it is told as ended unpaid, and is captured"
        case .held: return "I5: it is told as ended unpaid, and the amount is still held"
        case .none, .canceled: return nil
        }
    }

    // MARK: Recovery alone

    public func appendRecovery(of state: PackedState, to list: inout [Successor]) {
        let world = HoldWorld(state)
        for worker in 0..<3 where world.workers[worker].isAtWork && !isWaiting(worker, world) {
            return appendWork(of: worker, world, withFaults: false, &list)
        }
        if world.flight.isUnderWay { return appendFlight(world, &list) }
        appendRecoverer(world, &list)
        if !list.isEmpty { return }
        for worker in 0..<3 where world.workers[worker].isAtWork {
            var later = world
            minutesPass(&later)
            return emit(later, StepLabel("minutes pass"), &list)
        }
    }

    /// It reads again and again until nothing can be executed any more.
    private func isWaiting(_ worker: Int, _ world: HoldWorld) -> Bool {
        world.workers[worker].phase == .reading && world.workers[worker].openSend == 1
    }

    public func complaint(atEnd state: PackedState) -> String? {
        let world = HoldWorld(state)
        for index in 0..<3 where world.workers[index].isAtWork {
            return "I8: an instance never comes to the end of its work"
        }
        let row = world.row
        // What killed three instances in a row is left to a person, with a finding.
        let isPersons = row.owner == RowOwner.gone && row.takeovers >= HoldModel.mostTakeovers
        return row.needsWork && !isPersons ? "I8: the hold is never resolved" : nil
    }

    static let mostTakeovers: UInt8 = 3

    public func describe(_ state: PackedState) -> String {
        let world = HoldWorld(state)
        var lines = [
            "payment: \(world.row.state), verdict \(world.row.verdict), owner \(world.row.owner), "
                + "step \(world.row.step.name)-\(world.row.step.number)",
            "at Stripe: \(world.intent.status), verdict \(world.intent.verdict)",
        ]
        for index in 0..<3 where world.workers[index].isAtWork {
            let worker = world.workers[index]
            let name = index == HoldWorld.recoverer ? "recoverer" : "worker \(index + 1)"
            lines.append(
                "\(name): \(worker.phase)" + (worker.isLeaseLive ? "" : ", its lease lapsed")
                    + (worker.isCurrent ? "" : ", its copy old")
            )
        }
        return lines.joined(separator: "\n")
    }
}
