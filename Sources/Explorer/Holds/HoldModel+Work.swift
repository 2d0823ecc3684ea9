import Payments

// The steps of a drive: what was heard or read is turned into an event, the machine decides, and
// the outcome is written.

extension HoldModel {
    func appendWork(
        of worker: Int,
        _ world: HoldWorld,
        withFaults: Bool,
        _ list: inout [Successor]
    ) {
        let at = world.workers[worker]
        if at.wantsEnd, at.phase == .reading || at.phase == .resending,
            seenState(worker, world) == .authorized
        {
            return finish(.endOnRequest, worker, world, &list)
        }
        switch at.phase {
        case .idle, .claiming: break
        case .sending: post(worker, world, withFaults: withFaults, &list)
        case .resending: resend(worker, world, withFaults: withFaults, &list)
        case .reading: read(worker, world, &list)
        case .answered: answered(worker, world, isReplay: false, &list)
        case .replayed: answered(worker, world, isReplay: true, &list)
        case .refused: refused(worker, world, &list)
        case .keptFailure:
            var world = world
            world.workers[worker].openSend = 0
            finish(.sendingIsOver, worker, world, hasReceipt: true, &list)
        case .read: hasRead(worker, world, &list)
        }
    }

    private func resend(
        _ worker: Int,
        _ world: HoldWorld,
        withFaults: Bool,
        _ list: inout [Successor]
    ) {
        var world = world
        guard world.workers[worker].isLeaseLive || isWithout(.leaseAtTheWire) else {
            end(worker, &world)
            return emit(world, StepLabel("has no lease any more", by: worker), &list)
        }
        let maySend = rules.maySend(
            seenStep(worker, world),
            isOld: world.row.isOld,
            isAskedLately: world.row.isAskedLately
        )
        if maySend { return post(worker, world, withFaults: withFaults, &list) }
        finish(.sendingIsOver, worker, world, &list)
    }

    // MARK: Reading

    /// By name with the charge, or by a list, which only names it.
    private func read(_ worker: Int, _ world: HoldWorld, _ list: inout [Successor]) {
        var world = world
        guard world.workers[worker].isLeaseLive else {
            end(worker, &world)
            return emit(world, StepLabel("has no lease any more", by: worker), &list)
        }
        world.workers[worker].phase = .read
        world.workers[worker].readsWhileOpen = world.workers[worker].openSend == 1
        world.workers[worker].status = world.intent.status
        world.workers[worker].verdict = world.row.knowsIntent ? world.intent.verdict : .untold
        emit(world, StepLabel("reads", by: worker), &list)
    }

    private func hasRead(_ worker: Int, _ world: HoldWorld, _ list: inout [Successor]) {
        let isOpen =
            isWithout(.openBeforeReading)
            ? world.workers[worker].openSend == 1 : world.workers[worker].readsWhileOpen
        if world.workers[worker].status != .none {
            let event = found(worker, world, sendIsOpen: isOpen)
            return finish(event, worker, world, hasIntent: true, &list)
        }
        var world = world
        let isAbsent = DrivingRules.isAbsent(
            listsAreApart: world.workers[worker].hasEmptyList,
            sendIsOpen: isOpen
        )
        if isAbsent { return finish(.absent, worker, world, &list) }
        world.workers[worker].hasEmptyList = true
        world.workers[worker].phase = .reading
        emit(world, StepLabel("finds nothing and will look again", by: worker), &list)
    }

    private func found(_ worker: Int, _ world: HoldWorld, sendIsOpen: Bool) -> HoldEvent {
        let at = world.workers[worker]
        let step = seenStep(worker, world)
        let isOpen = sendIsOpen && !(isWithout(.openCapture) && step.name == Step.capture)
        return .found(at.status, at.verdict, sendIsOpen: isOpen, step.name)
    }

    // MARK: Answers

    private func answered(
        _ worker: Int,
        _ world: HoldWorld,
        isReplay: Bool,
        _ list: inout [Successor]
    ) {
        var world = world
        world.workers[worker].openSend = 0
        let event = found(worker, world, sendIsOpen: false)
        guard rules.mustReadAgain(event, isReplay: isReplay) else {
            return finish(event, worker, world, hasIntent: true, hasReceipt: true, &list)
        }
        var change = Change(world.row, in: seenState(worker, world))
        change.learnsIntent = true
        change.hasReceipt = true
        if record(change, worker, &world) {
            world.workers[worker].phase = .reading
        } else {
            end(worker, &world)
        }
        emit(world, StepLabel("notes a replayed answer", by: worker), &list)
    }

    private func refused(_ worker: Int, _ world: HoldWorld, _ list: inout [Successor]) {
        for mayTryAgain in [false, true] {
            let next = DrivingRules.afterRefusal(
                .refused,
                hasOpenSend: world.workers[worker].openSend != 0,
                mayTryAgain: mayTryAgain
            )
            switch next {
            case .refused: finish(.refused, worker, world, hasReceipt: true, &list)
            case .silence, .tryAgain:
                var world = world
                world.workers[worker].phase = .resending
                emit(world, StepLabel("will try again", by: worker), &list)
            }
        }
    }

    // MARK: The machine

    private func finish(
        _ event: HoldEvent,
        _ worker: Int,
        _ world: HoldWorld,
        hasIntent: Bool = false,
        hasReceipt: Bool = false,
        _ list: inout [Successor]
    ) {
        var world = world
        let label = StepLabel("writes what it learnt", by: worker)
        let row = world.row
        let isExpected =
            world.workers[worker].captures < HoldModel.mostCaptures
            && (row.isAskedLately || world.workers[worker].isAsked)
        let move = rules.move(
            row,
            in: seenState(worker, world),
            event,
            isExpected: isExpected || isWithout(.resendLimit)
        )
        var change = Change(row, in: move.state)
        change.closing = move.closing
        if !isWithout(.verdictWithTheStep) { change.verdict = move.verdict }
        change.learnsIntent = hasIntent
        change.hasReceipt = hasReceipt
        if isWithout(.cancelBeforeTelling), move.closing == .incorrectCVC {
            change.state = .declined
            rest(change, worker, &world)
            return emit(world, label, &list)
        }
        switch move.action {
        case .capture: begin(Step.capture, change, worker, &world)
        case .cancel: begin(Step.cancel, change, worker, &world)
        case .rest, .confirm: rest(change, worker, &world)
        case .resend, .retrieve: goOn(move.action, change, worker, &world)
        case .reconcile, .ignoreRepeat: end(worker, &world)
        }
        emit(world, label, &list)
    }

    private static let mostCaptures: UInt8 = 3

    private func begin(_ name: UInt8, _ change: Change, _ worker: Int, _ world: inout HoldWorld) {
        var change = change
        change.step = name
        if name == Step.capture, isWithout(.captureBeforeCommit) {
            world.workers[worker].isCurrent = false
            world.workers[worker].seenState = .capturing
            world.workers[worker].seenStep = Step(name: name)
            world.workers[worker].phase = .sending
            return
        }
        guard world.workers[worker].isLeaseLive, record(change, worker, &world) else {
            return end(worker, &world)
        }
        if name == Step.capture { world.workers[worker].captures += 1 }
        world.workers[worker].openSend = 0
        world.workers[worker].hasEmptyList = false
        world.workers[worker].phase = .sending
    }

    private func rest(_ change: Change, _ worker: Int, _ world: inout HoldWorld) {
        var change = change
        change.isKept = false
        _ = record(change, worker, &world)
        end(worker, &world)
    }

    private func goOn(
        _ action: PaymentAction,
        _ change: Change,
        _ worker: Int,
        _ world: inout HoldWorld
    ) {
        if change.isNew(to: world.row), !record(change, worker, &world) {
            return end(worker, &world)
        }
        world.workers[worker].phase = action == .resend ? .resending : .reading
    }

    /// The drive is over. What it still owns is given up, so that somebody else takes it.
    func end(_ worker: Int, _ world: inout HoldWorld) {
        if world.row.owner == UInt8(worker) {
            let isGivenUp = world.workers[worker].isLeaseLive && world.row.needsWork
            world.row.owner = isGivenUp ? RowOwner.nobody : RowOwner.gone
        }
        world.workers[worker] = HoldWorker()
    }
}
