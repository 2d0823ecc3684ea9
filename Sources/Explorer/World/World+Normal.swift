// Many states differ only in what nobody can ever look at again, or in names. Each is replaced by
// one that stands for all of them.

extension World {
    var normal: World {
        var world = self
        for index in 0..<2 {
            world.rows[index] = world.rows[index].normal
            // Counted only where the count can still come to the limit.
            let most = world.rows[index].takeovers + faults.crashes + faults.pauses
            if most < PaymentModel.mostTakeovers { world.rows[index].takeovers = 0 }
        }
        for index in 0..<3 { world.workers[index] = world.workers[index].normal }
        for index in 0..<2 { world.forgetAnswers(of: index) }
        world.orderNames()
        world.orderWorkers()
        return world
    }

    /// What Stripe keeps under a key matters for as long as somebody may send it again.
    private mutating func forgetAnswers(of payment: Int) {
        let all = intents[payment].answers
        var kept = InlineArray<9, StoredAnswer>(repeating: .none)
        if rows[payment].state.needsWork || rows[payment].state == .requiresAction {
            kept[rows[payment].step.slot] = all[rows[payment].step.slot]
        }
        for index in 0..<3 {
            let worker = workers[index]
            guard worker.isAtWork, worker.phase != .claiming, Int(worker.payment) == payment
            else { continue }
            let step = worker.isCurrent ? rows[payment].step : worker.seenStep
            kept[step.slot] = all[step.slot]
        }
        if flight.isUnderWay, Int(flight.payment) == payment {
            kept[flight.step.slot] = all[flight.step.slot]
        }
        intents[payment].answers = kept
        if !intents[payment].status.isOpen { intents[payment].isHourOver = false }
    }

    // MARK: Symmetry

    /// The first attempt has the first key and the first method.
    private mutating func orderNames() {
        guard rows[0].exists else { return }
        if rows[0].key == 1 {
            for index in 0..<2 where rows[index].exists { rows[index].key ^= 1 }
            for index in 0..<3 where workers[index].phase == .claiming { workers[index].key ^= 1 }
            swapGuards(GuardPlace.key)
        }
        if rows[0].method == 1 {
            for index in 0..<2 where rows[index].exists { rows[index].method ^= 1 }
            for index in 0..<3 where workers[index].phase == .claiming {
                workers[index].method ^= 1
            }
            swapGuards(GuardPlace.method)
        }
    }

    private mutating func swapGuards(_ place: Int) {
        let first = guards[place]
        guards[place] = guards[place + 1]
        guards[place + 1] = first
    }

    /// The two that serve clients are alike.
    private mutating func orderWorkers() {
        guard workers[0].order > workers[1].order else { return }
        let first = workers[0]
        workers[0] = workers[1]
        workers[1] = first
        for index in 0..<2 where rows[index].owner < 2 { rows[index].owner ^= 1 }
    }
}

extension Row {
    /// Nothing but its end is looked at once it has ended.
    fileprivate var normal: Row {
        guard state.isTerminal || state == .quarantined else { return current }
        var row = Row()
        row.state = state
        row.closing = state.isClosedUnpaid && closing == .refused ? .refused : .none
        row.key = key
        row.method = method
        row.attempt = attempt
        row.isWindowOver = isWindowOver
        return row
    }

    /// While the customer has the turn no step is open that could be sent again.
    private var current: Row {
        guard state == .requiresAction else { return self }
        var row = self
        row.isAskedLately = false
        row.isExpected = false
        row.age = 0
        row.closing = .none
        return row
    }
}

extension Worker {
    fileprivate var normal: Worker {
        guard isAtWork else { return Worker() }
        var worker = self
        switch phase {
        case .answered, .replayed, .read: break
        case .idle, .claiming, .sending, .resending, .reading, .refused, .keptFailure:
            worker.status = .none
            worker.isOdd = false
        }
        if isCurrent {
            worker.seenState = .none
            worker.seenStep = Step()
            worker.isFenceCurrent = true
        }
        if phase != .claiming {
            worker.key = 0
            worker.method = 0
            worker.previous = InlineArray(repeating: Holder.none)
        }
        return worker
    }

    /// Its bits as a number.
    fileprivate var order: UInt64 {
        var bits = BitWriter()
        write(to: &bits)
        return bits.state.words[0]
    }
}
