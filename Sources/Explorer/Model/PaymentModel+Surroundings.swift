// Crashes and pauses, the recoverer, late requests, the customer at the bank, and time.

extension PaymentModel {
    func appendEnds(of worker: Int, _ world: World, _ list: inout [Successor]) {
        guard world.workers[worker].isLeaseLive else { return }
        if world.faults.crashes > 0 {
            var world = world
            world.faults.crashes -= 1
            disown(worker, &world)
            world.workers[worker] = Worker()
            emit(world, StepLabel("is killed", by: worker), &list)
        }
        if world.faults.pauses > 0 {
            var world = world
            world.faults.pauses -= 1
            world.workers[worker].isLeaseLive = false
            emit(world, StepLabel("is paused until its lease has lapsed", by: worker), &list)
        }
    }

    private func disown(_ worker: Int, _ world: inout World) {
        for payment in 0..<2 where world.rows[payment].owner == UInt8(worker) {
            world.rows[payment].owner = RowOwner.gone
        }
    }

    // MARK: The recoverer

    func appendRecoverer(_ world: World, _ list: inout [Successor]) {
        let recoverer = World.recoverer
        guard !world.workers[recoverer].isAtWork else { return }
        for payment in 0..<2 where isDue(payment, world) {
            var world = world
            take(payment, by: recoverer, customerIsHere: false, &world)
            emit(world, StepLabel("takes over", by: recoverer, payment: payment), &list)
        }
    }

    private func isDue(_ payment: Int, _ world: World) -> Bool {
        let row = world.rows[payment]
        let isChallenge = row.state == .requiresAction
        guard row.state.needsWork || isChallenge && row.isDue else { return false }
        switch row.owner {
        case RowOwner.nobody: return true
        case RowOwner.gone: return row.takeovers < PaymentModel.mostTakeovers
        case let owner:
            return !world.workers[Int(owner)].isLeaseLive
                && row.takeovers < PaymentModel.mostTakeovers
        }
    }

    // MARK: Outside

    func appendFlight(_ world: World, _ list: inout [Successor]) {
        guard world.flight.isUnderWay else { return }
        let payment = Int(world.flight.payment)
        execute(payment, world.flight.step, world) { world, _, violation in
            var world = world
            world.flight = Flight()
            let label = StepLabel("the late request is executed", payment: payment)
            emit(world, label, &list, violation: violation)
        }
    }

    func appendCustomer(_ world: World, _ list: inout [Successor]) {
        for payment in 0..<2 where world.intents[payment].status == .requiresAction {
            guard world.rows[payment].knowsIntent else { continue }
            var passed = world
            passed.intents[payment].status = .requiresConfirmation
            let label = StepLabel("the customer passes the challenge", payment: payment)
            emit(passed, label, &list)
            passed.intents[payment].status = .failed
            emit(passed, StepLabel("the customer fails the challenge", payment: payment), &list)
        }
        appendLapse(world, &list)
    }

    func appendLapse(_ world: World, _ list: inout [Successor]) {
        for payment in 0..<2 {
            let intent = world.intents[payment]
            guard intent.isHourOver, intent.status.isOpen else { continue }
            var world = world
            world.intents[payment].status = .lapsed
            emit(world, StepLabel("Stripe ends the challenge", payment: payment), &list)
        }
    }

    // MARK: Time

    func appendTime(_ world: World, _ list: inout [Successor]) {
        for index in 0..<3 {
            let worker = world.workers[index]
            if worker.isLeaseLive, worker.isUrgent(world.rows[Int(worker.payment)]) { return }
        }
        var later = world
        minutesPass(&later)
        appendIfNew(later, world, StepLabel("minutes pass"), &list)
        // An instance that is alive posts and reads every half minute; with the losses of the
        // bounds that is no work for hours.
        for index in 0..<3
        where world.workers[index].isLeaseLive && world.workers[index].isAtWork { return }
        var hour = later
        hourPasses(&hour)
        if !isSame(hour, later) { emit(hour, StepLabel("an hour passes"), &list) }
        var day = hour
        dayPasses(&day, age: 1)
        if !isSame(day, hour) { emit(day, StepLabel("the horizon of the keys passes"), &list) }
        // Otherwise a request that leaves past the horizon is itself the violation.
        guard isWithout(.horizon) else { return }
        var forgotten = day
        dayPasses(&forgotten, age: 2)
        if !isSame(forgotten, day) { emit(forgotten, StepLabel("Stripe forgets the keys"), &list) }
    }

    /// As much time as somebody waits for.
    func appendNeededTime(_ world: World, _ list: inout [Successor]) {
        for index in 0..<3 where world.workers[index].isAtWork {
            var later = world
            minutesPass(&later)
            return emit(later, StepLabel("minutes pass"), &list)
        }
        for index in 0..<2
        where world.rows[index].state == .requiresAction && !world.rows[index].isDue {
            var later = world
            minutesPass(&later)
            hourPasses(&later)
            return emit(later, StepLabel("an hour passes"), &list)
        }
    }

    private func appendIfNew(
        _ later: World,
        _ world: World,
        _ label: StepLabel,
        _ list: inout [Successor]
    ) {
        if !isSame(later, world) { emit(later, label, &list) }
    }

    private func isSame(_ left: World, _ right: World) -> Bool {
        left.normal.packed == right.normal.packed
    }

    /// More than ten: longer than a request may be asked again, an unanswered send be executed, a
    /// guard be kept, or a card be joined.
    private func minutesPass(_ world: inout World) {
        world.flight = Flight()
        for index in 0..<2 {
            world.rows[index].isAskedLately = false
            world.rows[index].isExpected = false
            if world.rows[index].state == .succeeded { world.rows[index].isWindowOver = true }
        }
        for index in 0..<3 {
            // An instance that is alive has its claim executed by now, or given up. One that sleeps
            // may have decided, or sent half a statement, and goes on with it whenever it wakes.
            let worker = world.workers[index]
            if worker.phase == .claiming, worker.isLeaseLive { world.workers[index] = Worker() }
            world.workers[index].isAsked = false
            if world.workers[index].openSend == 1 { world.workers[index].openSend = 2 }
        }
    }

    /// More than 75 minutes.
    private func hourPasses(_ world: inout World) {
        for index in 0..<2 {
            if world.intents[index].status.isOpen { world.intents[index].isHourOver = true }
            if world.rows[index].state == .requiresAction { world.rows[index].isDue = true }
        }
    }

    private func dayPasses(_ world: inout World, age: UInt8) {
        for index in 0..<2 {
            world.rows[index].age = max(world.rows[index].age, age)
            if age == 2 { world.intents[index].answers = InlineArray(repeating: .none) }
        }
    }
}
