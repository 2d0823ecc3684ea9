import Payments

// What Stripe does with a request, and what becomes of its answer.

extension PaymentModel {
    /// What a post comes back with.
    enum Reply {
        case answered(IntentStatus, isReplay: Bool)
        case keptFailure
    }

    /// The worker posts its newest step: the check at the wire, then everything that can become of
    /// the request.
    func post(_ worker: Int, _ world: World, withFaults: Bool, _ list: inout [Successor]) {
        var world = world
        let payment = Int(world.workers[worker].payment)
        let step = seenStep(worker, world)
        guard world.workers[worker].isLeaseLive || isWithout(.leaseAtTheWire) else {
            end(worker, &world)
            return emit(world, StepLabel("may not send any more", by: worker), &list)
        }
        let broken = sendingViolation(payment, step, world)
        execute(payment, step, world) { world, reply, violation in
            deliver(reply, worker, world, violation ?? broken, &list)
            if withFaults { lose(reply, worker, world, violation ?? broken, &list) }
        }
        guard withFaults else { return }
        refuse(worker, world, &list)
        delay(worker, payment, step, world, &list)
    }

    private func sendingViolation(_ payment: Int, _ step: Step, _ world: World) -> String? {
        let row = world.rows[payment]
        guard row.exists else { return "I9: a request leaves before its attempt is durable" }
        // Without the horizon it has to be the second charge itself that is found.
        if row.age > 0, row.step == step, !isWithout(.horizon) {
            return "I7: a request leaves past the horizon of its key"
        }
        if step.name != Step.cancel, row.state.needsWork, !row.isExpected {
            return "a charge is sent long after the customer last asked for it"
        }
        return nil
    }

    private func deliver(
        _ reply: Reply,
        _ worker: Int,
        _ world: World,
        _ violation: String?,
        _ list: inout [Successor]
    ) {
        var world = world
        let payment = Int(world.workers[worker].payment)
        switch reply {
        case .answered(let status, let isReplay):
            world.workers[worker].phase = isReplay ? .replayed : .answered
            world.workers[worker].status = status
            world.workers[worker].isOdd = world.intents[payment].isOdd
        case .keptFailure: world.workers[worker].phase = .keptFailure
        }
        let label = StepLabel("posts and is answered", by: worker, payment: payment)
        emit(world, label, &list, violation: violation)
    }

    /// It was executed, and the worker hears nothing of it, or only of a failure that Stripe keeps.
    private func lose(
        _ reply: Reply,
        _ worker: Int,
        _ world: World,
        _ violation: String?,
        _ list: inout [Successor]
    ) {
        guard world.faults.lostAnswers > 0 else { return }
        var world = world
        let payment = Int(world.workers[worker].payment)
        world.faults.lostAnswers -= 1
        var failing = world
        hearNothing(worker, &world)
        let label = StepLabel("posts, and the answer is lost", by: worker, payment: payment)
        emit(world, label, &list, violation: violation)
        guard case .answered(_, isReplay: false) = reply else { return }
        failing.intents[payment].answers[seenStep(worker, failing).slot] = .failure
        failing.workers[worker].phase = .keptFailure
        let kept = StepLabel("posts, and a failure is kept as answer", by: worker, payment: payment)
        emit(failing, kept, &list, violation: violation)
    }

    /// Lost before it was executed, or refused in a way that is not kept.
    private func refuse(_ worker: Int, _ world: World, _ list: inout [Successor]) {
        guard world.faults.lostAnswers > 0 else { return }
        let payment = Int(world.workers[worker].payment)
        var lost = world
        lost.faults.lostAnswers -= 1
        var refused = lost
        hearNothing(worker, &lost)
        emit(lost, StepLabel("posts, and the request is lost", by: worker, payment: payment), &list)
        guard world.intents[payment].answers[seenStep(worker, world).slot] == .none else { return }
        refused.workers[worker].phase = .refused
        emit(refused, StepLabel("posts and is refused", by: worker, payment: payment), &list)
        refused.intents[payment].answers[seenStep(worker, world).slot] = .failure
        refused.workers[worker].phase = .keptFailure
        let kept = StepLabel(
            "posts, and a failure without effect is kept",
            by: worker,
            payment: payment
        )
        emit(refused, kept, &list)
    }

    private func delay(
        _ worker: Int,
        _ payment: Int,
        _ step: Step,
        _ world: World,
        _ list: inout [Successor]
    ) {
        guard world.faults.lateSends > 0, !world.flight.isUnderWay else { return }
        var world = world
        world.faults.lateSends -= 1
        world.flight = Flight(isUnderWay: true, payment: UInt8(payment), step: step)
        hearNothing(worker, &world)
        emit(
            world,
            StepLabel("posts, and the request is late", by: worker, payment: payment),
            &list
        )
    }

    private func hearNothing(_ worker: Int, _ world: inout World) {
        world.workers[worker].openSend = 1
        let move = rules.move(
            seenState(worker, world),
            world.rows[Int(world.workers[worker].payment)].closing,
            .silence
        )
        switch move.action {
        case .resend: world.workers[worker].phase = .resending
        case .retrieve: world.workers[worker].phase = .reading
        case .rest, .confirm, .capture, .cancel, .reconcile, .ignoreRepeat: end(worker, &world)
        }
    }

    // MARK: Execution

    /// All that Stripe can make of a step; the answer kept under its key comes back as it was.
    func execute(
        _ payment: Int,
        _ step: Step,
        _ world: World,
        _ found: (World, Reply, String?) -> Void
    ) {
        let intent = world.intents[payment]
        switch intent.answers[step.slot] {
        case .final: found(world, .answered(intent.status, isReplay: true), nil)
        case .passing: found(world, .answered(.requiresAction, isReplay: true), nil)
        case .failure: found(world, .keptFailure, nil)
        case .none:
            switch step.name {
            case Step.create: create(payment, world, found)
            case Step.confirm: confirm(payment, step, world, found)
            case _:
                settle(
                    payment,
                    step,
                    intent.status.isFinal ? intent.status : .canceled,
                    world,
                    found
                )
            }
        }
    }

    private func create(_ payment: Int, _ world: World, _ found: (World, Reply, String?) -> Void) {
        guard world.intents[payment].status == .none else {
            return found(world, .keptFailure, "I2: a second intent is made for one attempt")
        }
        for status in [IntentStatus.succeeded, .requiresAction, .failed] {
            settle(payment, Step(), status, world, found)
        }
        if world.faults.oddAnswers > 0 {
            var odd = world
            odd.faults.oddAnswers -= 1
            odd.intents[payment].isOdd = true
            settle(payment, Step(), .succeeded, odd, found)
        }
    }

    private func confirm(
        _ payment: Int,
        _ step: Step,
        _ world: World,
        _ found: (World, Reply, String?) -> Void
    ) {
        let status = world.intents[payment].status
        guard status == .requiresConfirmation else {
            return settle(payment, step, status, world, found)
        }
        settle(payment, step, .succeeded, world, found)
        settle(payment, step, .failed, world, found)
    }

    private func settle(
        _ payment: Int,
        _ step: Step,
        _ status: IntentStatus,
        _ world: World,
        _ found: (World, Reply, String?) -> Void
    ) {
        var world = world
        world.intents[payment].status = status
        world.intents[payment].answers[step.slot] = status.isFinal ? .final : .passing
        found(world, .answered(status, isReplay: false), nil)
    }
}
