import Payments

// The steps of a drive: what was heard or read is turned into an event, the machine decides, and
// the outcome is written.

extension PaymentModel {
    func appendWork(
        of worker: Int,
        _ world: World,
        withFaults: Bool,
        _ list: inout [Successor]
    ) {
        switch world.workers[worker].phase {
        case .idle: break
        case .claiming: beginClaim(worker, world, &list)
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

    private func beginClaim(_ worker: Int, _ world: World, _ list: inout [Successor]) {
        guard isWithout(.claimBeforeCall) else { return claim(worker, world, &list) }
        let label = StepLabel("posts and claims afterwards", by: worker)
        let payment = world.rows[0].exists ? 1 : 0
        execute(payment, Step(), world) { world, _, violation in
            let broken =
                world.rows[payment].exists
                ? nil : "I9: a request leaves before its attempt is durable"
            emit(world, label, &list, violation: violation ?? broken)
        }
    }

    private func resend(
        _ worker: Int,
        _ world: World,
        withFaults: Bool,
        _ list: inout [Successor]
    ) {
        var world = world
        guard world.workers[worker].isLeaseLive || isWithout(.leaseAtTheWire) else {
            end(worker, &world)
            return emit(world, StepLabel("has no lease any more", by: worker), &list)
        }
        let row = world.rows[Int(world.workers[worker].payment)]
        let maySend = rules.maySend(
            seenStep(worker, world),
            age: row.age,
            isAskedLately: row.isAskedLately
        )
        if maySend { return post(worker, world, withFaults: withFaults, &list) }
        finish(.sendingIsOver, worker, world, &list)
    }

    // MARK: Reading

    private func read(_ worker: Int, _ world: World, _ list: inout [Successor]) {
        var world = world
        guard world.workers[worker].isLeaseLive else {
            end(worker, &world)
            return emit(world, StepLabel("has no lease any more", by: worker), &list)
        }
        let payment = Int(world.workers[worker].payment)
        let intent = world.intents[payment]
        look(worker, &world)
        emit(world, StepLabel("reads", by: worker, payment: payment), &list)
        // Search may be an hour late.
        if isWithout(.listNotSearch), !world.rows[payment].knowsIntent, intent.status != .none {
            world.workers[worker].status = .none
            world.workers[worker].isOdd = false
            emit(world, StepLabel("searches in vain", by: worker, payment: payment), &list)
        }
    }

    /// What a read brings. Where a drive begins with one, both are a single step: to read later is
    /// to begin later.
    func look(_ worker: Int, _ world: inout World) {
        guard world.workers[worker].phase == .reading else { return }
        let intent = world.intents[Int(world.workers[worker].payment)]
        world.workers[worker].phase = .read
        world.workers[worker].status = intent.status
        world.workers[worker].isOdd = intent.isOdd
    }

    private func hasRead(_ worker: Int, _ world: World, _ list: inout [Successor]) {
        var world = world
        let isReaping = world.workers[worker].isReaping
        world.workers[worker].isReaping = false
        guard
            let code = foundCode(
                worker,
                world,
                sendIsOpen: world.workers[worker].openSend == 1 && !isReaping
            )
        else { return foundNothing(worker, world, &list) }
        guard isReaping else { return finish(code, worker, world, hasIntent: true, &list) }
        let row = world.rows[Int(world.workers[worker].payment)]
        switch rules.reaping(code, isGraceGiven: row.isGraceGiven) {
        case .apply(let code): finish(code, worker, world, hasIntent: true, &list)
        case .giveGrace:
            var change = Change(state: seenState(worker, world), closing: row.closing)
            change.givesGrace = true
            change.isKept = false
            _ = record(change, worker, &world)
            end(worker, &world)
            emit(world, StepLabel("leaves the customer another hour", by: worker), &list)
        }
    }

    private func foundNothing(_ worker: Int, _ world: World, _ list: inout [Successor]) {
        var world = world
        let isAbsent = DrivingRules.isAbsent(
            listsAreApart: world.workers[worker].hasEmptyList,
            sendIsOpen: world.workers[worker].openSend == 1
        )
        if isAbsent { return finish(.absent, worker, world, &list) }
        world.workers[worker].hasEmptyList = true
        world.workers[worker].phase = .reading
        world.workers[worker].status = .none
        emit(world, StepLabel("finds nothing and will look again", by: worker), &list)
    }

    /// `nil` where there is no intent.
    private func foundCode(_ worker: Int, _ world: World, sendIsOpen: Bool) -> EventCode? {
        let worker = world.workers[worker]
        if worker.status == .none { return nil }
        if worker.isOdd, !isWithout(.checkOfAnswer) { return .mismatched }
        return .found(worker.status, sendIsOpen: sendIsOpen)
    }

    // MARK: Answers

    private func answered(
        _ worker: Int,
        _ world: World,
        isReplay: Bool,
        _ list: inout [Successor]
    ) {
        var world = world
        world.workers[worker].openSend = 0
        guard let code = foundCode(worker, world, sendIsOpen: false) else {
            preconditionFailure("an answer holds an intent")
        }
        guard rules.mustReadAgain(code, isReplay: isReplay) else {
            return finish(code, worker, world, hasIntent: true, hasReceipt: true, &list)
        }
        let row = world.rows[Int(world.workers[worker].payment)]
        var change = Change(state: seenState(worker, world), closing: row.closing)
        change.learnsIntent = true
        change.hasReceipt = true
        if record(change, worker, &world) {
            world.workers[worker].phase = .reading
        } else {
            end(worker, &world)
        }
        emit(world, StepLabel("notes a replayed answer", by: worker), &list)
    }

    private func refused(_ worker: Int, _ world: World, _ list: inout [Successor]) {
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
        _ code: EventCode,
        _ worker: Int,
        _ world: World,
        hasIntent: Bool = false,
        hasReceipt: Bool = false,
        _ list: inout [Successor]
    ) {
        var world = world
        let payment = Int(world.workers[worker].payment)
        apply(code, worker, hasIntent: hasIntent, hasReceipt: hasReceipt, &world)
        emit(world, StepLabel("writes what it learnt", by: worker, payment: payment), &list)
    }

    /// The machine decides, the change is written, and the worker goes on to what is next.
    func apply(
        _ code: EventCode,
        _ worker: Int,
        hasIntent: Bool = false,
        hasReceipt: Bool = false,
        _ world: inout World
    ) {
        let row = world.rows[Int(world.workers[worker].payment)]
        let move = rules.move(seenState(worker, world), row.closing, code)
        var change = Change(state: move.state, closing: move.closing)
        change.learnsIntent = hasIntent && code != .mismatched
        change.hasReceipt = hasReceipt
        let knowsIntent = row.knowsIntent || change.learnsIntent
        switch move.action {
        case .confirm where world.workers[worker].isAsked && knowsIntent:
            change.state = move.confirmed
            begin(Step.confirm, change, worker, &world)
        case .cancel where knowsIntent: begin(Step.cancel, change, worker, &world)
        // Nothing is held in this model; see `HoldModel`.
        case .rest, .confirm, .cancel, .capture: rest(change, worker, &world)
        case .resend, .retrieve: goOn(move.action, change, worker, &world)
        case .reconcile, .ignoreRepeat: end(worker, &world)
        }
    }

    private func begin(_ name: UInt8, _ change: Change, _ worker: Int, _ world: inout World) {
        var change = change
        change.step = name
        guard world.workers[worker].isLeaseLive, record(change, worker, &world) else {
            return end(worker, &world)
        }
        world.workers[worker].openSend = 0
        world.workers[worker].hasEmptyList = false
        world.workers[worker].phase = .sending
    }

    private func rest(_ change: Change, _ worker: Int, _ world: inout World) {
        var change = change
        change.isKept = false
        _ = record(change, worker, &world)
        end(worker, &world)
    }

    private func goOn(
        _ action: PaymentAction,
        _ change: Change,
        _ worker: Int,
        _ world: inout World
    ) {
        let row = world.rows[Int(world.workers[worker].payment)]
        let isNew =
            change.state != row.state || change.closing != row.closing
            || change.learnsIntent && !row.knowsIntent || change.hasReceipt
        if isNew, !record(change, worker, &world) { return end(worker, &world) }
        world.workers[worker].phase = action == .resend ? .resending : .reading
    }

    /// The drive is over. What it still owns is given up, so that somebody else takes it.
    func end(_ worker: Int, _ world: inout World) {
        let lease = world.workers[worker].isLeaseLive
        for payment in 0..<2 where world.rows[payment].owner == UInt8(worker) {
            let isGivenUp = lease && world.rows[payment].state.needsWork
            world.rows[payment].owner = isGivenUp ? RowOwner.nobody : RowOwner.gone
        }
        world.workers[worker] = Worker()
    }
}
