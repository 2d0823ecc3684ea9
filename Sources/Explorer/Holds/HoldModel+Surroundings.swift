import Payments

// The customer, crashes and pauses, the recoverer, the bank, and time.

extension HoldModel {
    func appendRequests(_ world: HoldWorld, _ list: inout [Successor]) {
        guard world.row.needsWork else { return }
        for worker in 0..<2 where world.workers[worker].isAtWork {
            askAgain(worker, world, &list)
            wantEnd(worker, world, &list)
        }
        // Two idle workers are alike.
        guard let idle = (0..<2).first(where: { !world.workers[$0].isAtWork }),
            rules.following(world.row.state, ownerIsLive: isOwned(world)) == .takeOver
        else { return }
        var taken = world
        take(by: idle, customerIsHere: true, &taken)
        emit(taken, StepLabel("the customer asks again", by: idle), &list)
        guard world.row.state == .authorized else { return }
        var ending = world
        take(by: idle, customerIsHere: false, &ending)
        ending.workers[idle].wantsEnd = true
        emit(ending, StepLabel("the customer cancels", by: idle), &list)
    }

    private func isOwned(_ world: HoldWorld) -> Bool {
        world.row.owner < 3 && world.workers[Int(world.row.owner)].isLeaseLive
    }

    private func askAgain(_ worker: Int, _ world: HoldWorld, _ list: inout [Successor]) {
        if world.workers[worker].isAsked, world.row.isAskedLately { return }
        var world = world
        world.workers[worker].isAsked = true
        world.row.isAskedLately = true
        world.row.isExpected = true
        emit(world, StepLabel("the customer asks again", by: worker), &list)
    }

    private func wantEnd(_ worker: Int, _ world: HoldWorld, _ list: inout [Successor]) {
        guard world.row.state == .authorized, !world.workers[worker].wantsEnd else { return }
        var world = world
        world.workers[worker].wantsEnd = true
        emit(world, StepLabel("the customer cancels", by: worker), &list)
    }

    // MARK: Crashes and pauses

    func appendEnds(of worker: Int, _ world: HoldWorld, _ list: inout [Successor]) {
        guard world.workers[worker].isLeaseLive else { return }
        if world.faults.crashes > 0 {
            var world = world
            world.faults.crashes -= 1
            if world.row.owner == UInt8(worker) { world.row.owner = RowOwner.gone }
            world.workers[worker] = HoldWorker()
            emit(world, StepLabel("is killed", by: worker), &list)
        }
        if world.faults.pauses > 0 {
            var world = world
            world.faults.pauses -= 1
            world.workers[worker].isLeaseLive = false
            emit(world, StepLabel("is paused until its lease has lapsed", by: worker), &list)
        }
    }

    // MARK: The recoverer

    func appendRecoverer(_ world: HoldWorld, _ list: inout [Successor]) {
        let recoverer = HoldWorld.recoverer
        guard !world.workers[recoverer].isAtWork, isDue(world) else { return }
        var world = world
        take(by: recoverer, customerIsHere: false, &world)
        emit(world, StepLabel("takes over", by: recoverer), &list)
    }

    private func isDue(_ world: HoldWorld) -> Bool {
        let row = world.row
        guard row.needsWork else { return false }
        if row.owner == RowOwner.nobody { return true }
        return !isOwned(world) && row.takeovers < HoldModel.mostTakeovers
    }

    // MARK: The bank

    func appendBank(_ world: HoldWorld, _ list: inout [Successor]) {
        guard world.intent.status == .held else { return }
        if world.intent.mayLapse {
            var lapsed = world
            lapsed.intent.status = .canceled
            emit(lapsed, StepLabel("the bank lets the hold go"), &list)
        }
        guard world.faults.oddAnswers > 0 else { return }
        for verdict in [HoldVerdict.pass, .fail] where verdict != world.intent.verdict {
            var world = world
            world.faults.oddAnswers -= 1
            world.intent.verdict = verdict
            emit(world, StepLabel("Stripe tells another verdict from now on"), &list)
        }
    }

    // MARK: Time

    func appendTime(_ world: HoldWorld, _ list: inout [Successor]) {
        for index in 0..<3
        where world.workers[index].isLeaseLive && world.workers[index].isUrgent { return }
        var forgotten = world
        limitPasses(&forgotten)
        appendIfNew(forgotten, world, StepLabel("nobody expects it any more"), &list)
        var silent = world
        horizonPasses(&silent)
        appendIfNew(silent, world, StepLabel("nothing is under way any more"), &list)
        for index in 0..<3
        where world.workers[index].isLeaseLive && world.workers[index].isAtWork { return }
        var week = world
        minutesPass(&week)
        week.row.isOld = true
        if week.intent.status == .held { week.intent.mayLapse = true }
        appendIfNew(week, world, StepLabel("a week passes"), &list)
    }

    private func appendIfNew(
        _ later: HoldWorld,
        _ world: HoldWorld,
        _ label: StepLabel,
        _ list: inout [Successor]
    ) {
        if later.normal.packed != world.normal.packed { emit(later, label, &list) }
    }

    func minutesPass(_ world: inout HoldWorld) {
        limitPasses(&world)
        horizonPasses(&world)
    }

    /// Ten minutes since the customer asked. What was sent at their end is still under way.
    private func limitPasses(_ world: inout HoldWorld) {
        world.row.isAskedLately = false
        world.row.isExpected = false
        for index in 0..<3 { world.workers[index].isAsked = false }
    }

    /// Five minutes since anything was sent.
    private func horizonPasses(_ world: inout HoldWorld) {
        world.flight = Flight()
        for index in 0..<3 where world.workers[index].openSend == 1 {
            world.workers[index].openSend = 2
        }
    }
}
