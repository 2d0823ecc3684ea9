import Payments

// The commits, each as the statements of the store write it.

extension PaymentModel {
    /// What a change writes beside the state.
    struct Change {
        var state: RowState
        var closing: RowClosing
        var learnsIntent = false
        var hasReceipt = false
        var step: UInt8?
        var givesGrace = false
        var isKept = true
    }

    // MARK: Claim

    func claim(_ worker: Int, _ world: World, _ list: inout [Successor]) {
        var world = world
        let asking = world.workers[worker]
        world.workers[worker] = Worker()
        guard asking.isLeaseLive || isWithout(.leaseAtTheClaim) else {
            return emit(world, StepLabel("has no lease to claim with", by: worker), &list)
        }
        let request = Request(
            asking.key,
            asking.method,
            configuration.shape,
            without: configuration.mutation
        )
        var isComplete = true
        var isTaken = InlineArray<3, Bool>(repeating: false)
        for index in 0..<request.count {
            let place = request.places[index]
            isTaken[index] = mayTake(place, from: asking.previous[index], world)
            isComplete = isComplete && isTaken[index]
        }
        guard isComplete, !world.rows[1].exists else {
            if isWithout(.undoOfPartialClaim), !isComplete {
                for index in 0..<request.count where isTaken[index] {
                    world.guards[request.places[index]] = Holder.ghost
                }
            }
            return emit(world, StepLabel("finds a guard taken", by: worker), &list)
        }
        let payment = world.rows[0].exists ? 1 : 0
        for index in 0..<request.count { world.guards[request.places[index]] = UInt8(payment) }
        write(payment, for: asking, worker, &world)
        emit(world, StepLabel("claims", by: worker, payment: payment), &list)
    }

    private func mayTake(_ place: Int, from previous: UInt8, _ world: World) -> Bool {
        let holder = world.guards[place]
        if holder == Holder.none { return true }
        guard holder == previous, holder != Holder.ghost else { return false }
        if isWithout(.takeoverFromTerminalOnly) { return true }
        let state = world.rows[Int(holder)].state
        return state.isClosedUnpaid || state == .succeeded && place == World.GuardPlace.card
    }

    private func write(_ payment: Int, for asking: Worker, _ worker: Int, _ world: inout World) {
        var row = Row()
        row.state = .creating
        row.key = configuration.shape == .cardAlone ? 0 : asking.key
        row.method = asking.method
        let earlier = world.rows[0]
        if payment == 1,
            configuration.shape == .cardAlone
                ? earlier.method == row.method : earlier.key == row.key
        {
            row.attempt = 2
        }
        row.isAskedLately = true
        row.isExpected = asking.isAsked
        row.owner = UInt8(worker)
        world.rows[payment] = row
        world.workers[worker].isLeaseLive = asking.isLeaseLive
        world.workers[worker].payment = UInt8(payment)
        world.workers[worker].phase = .sending
        world.workers[worker].isAsked = asking.isAsked
    }

    // MARK: Take over

    func take(_ payment: Int, by worker: Int, customerIsHere: Bool, _ world: inout World) {
        let row = world.rows[payment]
        markStale(payment, except: worker, fenceGrows: true, &world)
        if row.owner != RowOwner.nobody {
            world.rows[payment].takeovers = min(row.takeovers + 1, PaymentModel.mostTakeovers)
        }
        world.rows[payment].owner = UInt8(worker)
        world.rows[payment].isDue = false
        if customerIsHere {
            world.rows[payment].isAskedLately = true
            world.rows[payment].isExpected = true
        }
        world.workers[worker] = Worker()
        world.workers[worker].payment = UInt8(payment)
        world.workers[worker].isAsked = customerIsHere
        if !customerIsHere, let word = row.state.word, DrivingRules.recoveryReaps(word) {
            world.workers[worker].isReaping = true
            world.workers[worker].phase = .reading
            look(worker, &world)
        } else {
            let reads = row.state.word.map(DrivingRules.heirReads) ?? false
            world.workers[worker].openSend = 1
            world.workers[worker].phase = reads ? .reading : .resending
        }
    }

    // MARK: Change

    /// Writes by compare-and-set; `false` where somebody else was further.
    func record(_ change: Change, _ worker: Int, _ world: inout World) -> Bool {
        let payment = Int(world.workers[worker].payment)
        var row = world.rows[payment]
        let seen = seenState(worker, world)
        let isFenceRight = world.workers[worker].isCurrent || world.workers[worker].isFenceCurrent
        let isOwnerRight = row.owner == RowOwner.nobody || row.owner == UInt8(worker)
        guard row.state == seen,
            isFenceRight || isWithout(.fencing) || isWithout(.fenceNumber),
            isOwnerRight || isWithout(.fencing) || isWithout(.ownerCheck)
        else { return false }
        let grows = row.owner == RowOwner.nobody && change.isKept
        markStale(payment, except: worker, fenceGrows: grows, &world)
        row.owner = change.isKept ? UInt8(worker) : RowOwner.nobody
        row.isDue = false
        if change.state != row.state || change.hasReceipt { row.takeovers = 0 }
        if change.state == .requiresAction, row.state != .requiresAction {
            row.isGraceGiven = false
        }
        if change.givesGrace { row.isGraceGiven = true }
        row.state = change.state
        row.closing = change.closing
        row.knowsIntent = row.knowsIntent || change.learnsIntent
        if let name = change.step {
            row.step = next(name, of: payment, by: worker, world)
            world.intents[payment].answers[row.step.slot] = .none
            row.age = 0
            if world.workers[worker].isAsked {
                row.isAskedLately = true
                row.isExpected = true
            }
        }
        world.rows[payment] = row
        world.workers[worker].isCurrent = true
        return true
    }

    /// A step under a key that nobody has used yet. What was sent under a key matters for as long
    /// as somebody refers to it, so that three numbers, used in turn, are enough for any count.
    private func next(_ name: UInt8, of payment: Int, by writer: Int, _ world: World) -> Step {
        let free = (1...Step.mostNumbers).first { number in
            let step = Step(name: name, number: number)
            let isFlying =
                world.flight.isUnderWay && Int(world.flight.payment) == payment
                && world.flight.step == step
            return !isFlying
                && !(0..<3).contains { index in
                    let worker = world.workers[index]
                    return index != writer && worker.isAtWork && worker.phase != .claiming
                        && Int(worker.payment) == payment && seenStep(index, world) == step
                }
        }
        guard let free else { preconditionFailure("more steps in use than instances and flights") }
        return Step(name: name, number: free)
    }

    func seenState(_ worker: Int, _ world: World) -> RowState {
        let worker = world.workers[worker]
        return worker.isCurrent ? world.rows[Int(worker.payment)].state : worker.seenState
    }

    func seenStep(_ worker: Int, _ world: World) -> Step {
        let worker = world.workers[worker]
        return worker.isCurrent ? world.rows[Int(worker.payment)].step : worker.seenStep
    }

    /// Everybody else who works on the attempt now has an old copy.
    private func markStale(
        _ payment: Int,
        except writer: Int,
        fenceGrows: Bool,
        _ world: inout World
    ) {
        for index in 0..<3 where index != writer {
            let worker = world.workers[index]
            guard worker.isAtWork, worker.phase != .claiming, Int(worker.payment) == payment
            else { continue }
            if worker.isCurrent {
                world.workers[index].seenState = world.rows[payment].state
                world.workers[index].seenStep = world.rows[payment].step
                world.workers[index].isCurrent = false
                world.workers[index].isFenceCurrent = true
            }
            if fenceGrows { world.workers[index].isFenceCurrent = false }
        }
    }
}
