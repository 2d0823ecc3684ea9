import Payments

// What Stripe does with a request, and what becomes of its answer.

extension HoldModel {
    /// What a post comes back with.
    private enum Reply {
        case answered(HoldStatus, isReplay: Bool)
        case keptFailure
    }

    /// The worker posts its newest step: the check at the wire, then everything that can become of
    /// the request.
    func post(_ worker: Int, _ world: HoldWorld, withFaults: Bool, _ list: inout [Successor]) {
        var world = world
        let step = seenStep(worker, world)
        guard world.workers[worker].isLeaseLive || isWithout(.leaseAtTheWire) else {
            end(worker, &world)
            return emit(world, StepLabel("may not send any more", by: worker), &list)
        }
        let broken = sendingViolation(step, worker, world)
        execute(step, world) { world, reply, violation in
            deliver(reply, worker, world, violation ?? broken, &list)
            if withFaults { lose(reply, worker, world, violation ?? broken, &list) }
        }
        guard withFaults else { return }
        refuse(step, worker, world, &list)
        delay(step, worker, world, &list)
    }

    private func sendingViolation(_ step: Step, _ worker: Int, _ world: HoldWorld) -> String? {
        let row = world.row
        if row.step != step, world.workers[worker].isLeaseLive {
            return "I9: a request leaves before it is durable"
        }
        if row.isOld, row.step == step { return "I7: a request leaves past the horizon of its key" }
        if step.name != Step.cancel, row.needsWork, !row.isExpected {
            return "a charge is sent long after the customer last asked for it"
        }
        if step.name == Step.capture, row.verdict == .untold || row.verdict == .fail {
            return "I11: a capture leaves without a verdict that allows it"
        }
        let names = [step.name, world.flight.step.name]
        if mayBeExecuted(world), names.contains(Step.capture), names.contains(Step.cancel) {
            return "a capture and a cancel are with Stripe at once"
        }
        return nil
    }

    /// A late request whose key has an answer is answered with it.
    private func mayBeExecuted(_ world: HoldWorld) -> Bool {
        world.flight.isUnderWay && world.intent.answers[world.flight.step.slot] == .none
    }

    private func deliver(
        _ reply: Reply,
        _ worker: Int,
        _ world: HoldWorld,
        _ violation: String?,
        _ list: inout [Successor]
    ) {
        var world = world
        switch reply {
        case .answered(let status, let isReplay):
            world.workers[worker].phase = isReplay ? .replayed : .answered
            world.workers[worker].status = status
            world.workers[worker].verdict = world.intent.verdict
        case .keptFailure: world.workers[worker].phase = .keptFailure
        }
        emit(world, StepLabel("posts and is answered", by: worker), &list, violation: violation)
    }

    /// It was executed, and the worker hears nothing of it, or only of a failure that Stripe keeps.
    private func lose(
        _ reply: Reply,
        _ worker: Int,
        _ world: HoldWorld,
        _ violation: String?,
        _ list: inout [Successor]
    ) {
        guard world.faults.lostAnswers > 0 else { return }
        var world = world
        world.faults.lostAnswers -= 1
        var failing = world
        let slot = seenStep(worker, world).slot
        hearNothing(worker, &world)
        let label = StepLabel("posts, and the answer is lost", by: worker)
        emit(world, label, &list, violation: violation)
        guard case .answered(_, isReplay: false) = reply else { return }
        failing.intent.answers[slot] = .failure
        failing.workers[worker].phase = .keptFailure
        let kept = StepLabel("posts, and a failure is kept as answer", by: worker)
        emit(failing, kept, &list, violation: violation)
    }

    /// Lost before it was executed, or refused in a way that is not kept.
    private func refuse(
        _ step: Step,
        _ worker: Int,
        _ world: HoldWorld,
        _ list: inout [Successor]
    ) {
        guard world.faults.lostAnswers > 0 else { return }
        var lost = world
        lost.faults.lostAnswers -= 1
        var refused = lost
        hearNothing(worker, &lost)
        emit(lost, StepLabel("posts, and the request is lost", by: worker), &list)
        guard world.intent.answers[step.slot] == .none else { return }
        refused.workers[worker].phase = .refused
        emit(refused, StepLabel("posts and is refused", by: worker), &list)
        refused.intent.answers[step.slot] = .failure
        refused.workers[worker].phase = .keptFailure
        emit(
            refused,
            StepLabel("posts, and a failure without effect is kept", by: worker),
            &list
        )
    }

    private func delay(
        _ step: Step,
        _ worker: Int,
        _ world: HoldWorld,
        _ list: inout [Successor]
    ) {
        guard world.faults.lateSends > 0, !world.flight.isUnderWay else { return }
        var world = world
        world.faults.lateSends -= 1
        world.flight = Flight(isUnderWay: true, payment: 0, step: step)
        hearNothing(worker, &world)
        emit(world, StepLabel("posts, and the request is late", by: worker), &list)
    }

    private func hearNothing(_ worker: Int, _ world: inout HoldWorld) {
        world.workers[worker].openSend = 1
        let state = seenState(worker, world)
        switch rules.move(world.row, in: state, .silence, isExpected: true).action {
        case .resend: world.workers[worker].phase = .resending
        case .retrieve: world.workers[worker].phase = .reading
        case .rest, .confirm, .capture, .cancel, .reconcile, .ignoreRepeat: end(worker, &world)
        }
    }

    // MARK: Execution

    /// All that Stripe can make of a step; the answer kept under its key comes back.
    private func execute(
        _ step: Step,
        _ world: HoldWorld,
        _ found: (HoldWorld, Reply, String?) -> Void
    ) {
        switch world.intent.answers[step.slot] {
        case .final: found(world, .answered(world.intent.status, isReplay: true), nil)
        case .passing: found(world, .answered(.held, isReplay: true), nil)
        case .failure: found(world, .keptFailure, nil)
        case .none:
            switch step.name {
            case Step.create: create(step, world, found)
            case Step.capture: settle(step, from: .held, to: .succeeded, world, found)
            case _: settle(step, from: .held, to: .canceled, world, found)
            }
        }
    }

    private func create(
        _ step: Step,
        _ world: HoldWorld,
        _ found: (HoldWorld, Reply, String?) -> Void
    ) {
        guard world.intent.status == .none else {
            return found(world, .keptFailure, "I2: a second intent is made for one attempt")
        }
        for verdict in [HoldVerdict.pass, .fail, .unchecked] {
            var world = world
            world.intent.verdict = verdict
            settle(step, from: .none, to: .held, world, found)
        }
    }

    /// What is not as the step wants it is answered as it is.
    private func settle(
        _ step: Step,
        from before: HoldStatus,
        to after: HoldStatus,
        _ world: HoldWorld,
        _ found: (HoldWorld, Reply, String?) -> Void
    ) {
        var world = world
        if world.intent.status == before { world.intent.status = after }
        world.intent.answers[step.slot] = world.intent.status.isFinal ? .final : .passing
        found(world, .answered(world.intent.status, isReplay: false), nil)
    }

    func appendFlight(_ world: HoldWorld, _ list: inout [Successor]) {
        guard world.flight.isUnderWay else { return }
        execute(world.flight.step, world) { world, _, violation in
            var world = world
            world.flight = Flight()
            emit(world, StepLabel("the late request is executed"), &list, violation: violation)
        }
    }
}
