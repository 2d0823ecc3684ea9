import Payments

// What clients ask: to pay (with the same or another key and method), the second call, a cancel.

extension PaymentModel {
    func appendRequests(_ world: World, _ list: inout [Successor]) {
        for worker in 0..<2 where world.workers[worker].phase != .claiming {
            if world.workers[worker].isAtWork {
                appendJoin(worker, world, &list)
            }
        }
        // Two idle workers are alike.
        guard let idle = (0..<2).first(where: { !world.workers[$0].isAtWork }) else { return }
        for key in 0..<configuration.shape.keys {
            for method in 0..<configuration.shape.methods {
                pay(
                    Request(key, method, configuration.shape, without: configuration.mutation),
                    idle,
                    world,
                    &list
                )
            }
        }
        for payment in 0..<2 where world.rows[payment].knowsIntent {
            follow(payment, idle, world, "the customer calls a second time", &list)
            if world.rows[payment].state == .requiresAction {
                end(payment, idle, world, "the customer cancels", &list)
            }
        }
    }

    /// A request meets the work that its worker is at: it shares its end.
    private func appendJoin(_ worker: Int, _ world: World, _ list: inout [Successor]) {
        let payment = Int(world.workers[worker].payment)
        let row = world.rows[payment]
        guard !row.state.isTerminal, row.state != .quarantined else { return }
        if world.workers[worker].isAsked, row.isAskedLately { return }
        var world = world
        world.workers[worker].isAsked = true
        world.rows[payment].isAskedLately = true
        world.rows[payment].isExpected = true
        emit(world, StepLabel("the customer asks again", by: worker, payment: payment), &list)
    }

    private func pay(
        _ request: Request,
        _ worker: Int,
        _ world: World,
        _ list: inout [Successor]
    ) {
        let decision = rules.admission(request, world)
        if isWithout(.takeoverFromTerminalOnly),
            decision.kind == .follow || decision.kind == .replace
        {
            return start(request, takingAll: true, decision, worker, world, &list)
        }
        switch decision.kind {
        case .refuse: break
        case .start: start(request, takingAll: false, decision, worker, world, &list)
        case .follow:
            var world = world
            joinNames(of: request, to: decision.payment, &world)
            follow(decision.payment, worker, world, "a request to pay follows", &list)
        case .replace:
            if world.rows[decision.payment].state == .canceling {
                follow(decision.payment, worker, world, "a request to pay waits", &list)
            } else {
                end(decision.payment, worker, world, "a request to pay replaces", &list)
            }
        }
    }

    /// It has looked; the claim comes as a step of its own, when the guards may be other ones.
    private func start(
        _ request: Request,
        takingAll: Bool,
        _ decision: AdmissionDecision,
        _ worker: Int,
        _ world: World,
        _ list: inout [Successor]
    ) {
        guard !world.rows[1].exists else { return }
        var world = world
        world.workers[worker] = Worker()
        world.workers[worker].phase = .claiming
        world.workers[worker].isAsked = true
        world.workers[worker].key = request.key
        world.workers[worker].method = request.method
        for index in 0..<request.count where takingAll || decision.previous[index] {
            world.workers[worker].previous[index] = world.guards[request.places[index]]
        }
        emit(world, StepLabel("decides to begin an attempt", by: worker), &list)
    }

    private func joinNames(of request: Request, to payment: Int, _ world: inout World) {
        for index in 0..<request.count {
            let place = request.places[index]
            let isName =
                place < World.GuardPlace.order || place >= World.GuardPlace.method && index == 0
            if isName, world.guards[place] == Holder.none { world.guards[place] = UInt8(payment) }
        }
    }

    private func follow(
        _ payment: Int,
        _ worker: Int,
        _ world: World,
        _ words: StaticString,
        _ list: inout [Successor]
    ) {
        var world = world
        let row = world.rows[payment]
        let isOwned = row.owner < 3 && world.workers[Int(row.owner)].isLeaseLive
        switch rules.following(row.state, ownerIsLive: isOwned) {
        case .answer, .lookAgain, .waitElsewhere: break
        case .askStripe:
            world.rows[payment].isExpected = true
            world.workers[worker] = Worker()
            world.workers[worker].payment = UInt8(payment)
            world.workers[worker].isAsked = true
            let move = rules.move(row.state, row.closing, .customerReturned)
            world.workers[worker].phase = move.action == .retrieve ? .reading : .resending
            look(worker, &world)
        case .takeOver:
            take(payment, by: worker, customerIsHere: true, &world)
        }
        emit(world, StepLabel(words, by: worker, payment: payment), &list)
    }

    /// Ends a challenge: what the row says becomes `canceling` in one commit with the cancel.
    private func end(
        _ payment: Int,
        _ worker: Int,
        _ world: World,
        _ words: StaticString,
        _ list: inout [Successor]
    ) {
        var world = world
        let label = StepLabel(words, by: worker, payment: payment)
        world.rows[payment].isExpected = true
        if isWithout(.cancelBeforeReplace) {
            world.rows[payment].state = .canceled
            return emit(world, label, &list)
        }
        world.workers[worker] = Worker()
        world.workers[worker].payment = UInt8(payment)
        world.workers[worker].isAsked = true
        apply(.endOnRequest, worker, &world)
        emit(world, label, &list)
    }
}
