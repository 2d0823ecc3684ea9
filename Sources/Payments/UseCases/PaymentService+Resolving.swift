import Money

// What a person says about a payment that the service cannot end by itself. Each step is durable
// before the next one, and each leaves something that a repeat goes on from: a cancel under its
// key, the sum that is to be given back, or the end.

/// Gives money of a payment back.
public protocol Refunding: Sendable {
    func refund(_ request: RefundRequest, until deadline: Duration) async -> RefundAnswer
}

extension RefundService: Refunding {}

/// A person's word, for as long as a drive has to do with it. Lives on the service.
final class ResolveOrder {
    let request: ResolveRequest
    let desk: AnswerDesk<ResolveAnswer>
    /// Cancels that were asked of Stripe for it.
    var cancels = 0
    /// Pieces of work that ended before they came to it.
    let turns: Int

    init(_ request: ResolveRequest, _ desk: AnswerDesk<ResolveAnswer>, turns: Int) {
        self.request = request
        self.desk = desk
        self.turns = turns
    }

    /// What the timeline keeps of it.
    func detail(_ fact: String) -> String { "\(fact), by \(request.who): \(request.reason)" }
}

extension PaymentService {
    /// Work that ends just then, again and again, is somebody else's payment.
    private static let mostTurns = 5
    /// What the service noted of a payment that is ended by it, and what an audit goes on finding
    /// of a second charge. All else that it found the next one closes.
    private static let ended = [
        "mismatch", "intent_missing", "no_progress", "contradiction", "unknown_intent",
        "several_intents", "intent_without_row",
    ]

    /// Ends a payment by a person's word, by what Stripe shows now. It may be repeated, and says
    /// then what is so already. Answers in time; the work goes on behind it.
    public func resolve(
        _ request: ResolveRequest,
        until deadline: Duration
    ) async -> ResolveAnswer {
        guard isReady else { return .refused(.unavailable, nil) }
        let desk = AnswerDesk<ResolveAnswer>(meanwhile: .refused(.unavailable, nil))
        admit(request, desk, turns: 0)
        time.call(after: max(deadline - time.now, .zero)) { [self] in
            inBackground { _ in desk.end(with: desk.meanwhile) }
        }
        return await desk.answer()
    }

    // MARK: Before Stripe is asked

    private func admit(_ order: ResolveOrder) async throws(StoreFailure) {
        let request = order.request
        guard let payment = try await repository.payment(request.payment) else {
            return order.desk.end(with: .refused(.notFound, nil))
        }
        let rules = resolveRules(payment, elapsed: .zero)
        switch rules.admission(request.action, naming: rules.stray(request.intent)) {
        case .refuse(.inProgress):
            takeUp(payment)
            order.desk.end(with: .refused(.inProgress, ResolveView(of: payment)))
        case .refuse(let why): order.desk.end(with: .refused(why, ResolveView(of: payment)))
        case .wasSo:
            await closeFindings(order)
            order.desk.end(with: .resolved(ResolveView(of: payment), wasSo: true))
        case .look, .refund: try await hand(order, payment)
        }
    }

    /// What nobody works on is taken up, as a request of its customer would.
    private func takeUp(_ payment: Payment) {
        guard drives[payment.id] == nil, payment.state.needsWork else { return }
        inBackground { service in
            do throws(StoreFailure) {
                guard
                    let dead = try await service.repository.takeOver(
                        payment,
                        by: service.lease.instance,
                        customerIsHere: false
                    )
                else { return }
                _ = service.recover(dead)
            } catch {
                if error == .outcomeUnknown { service.giveUpName() }
            }
        }
    }

    /// Brings it to whoever works on the payment here, or takes the payment.
    private func hand(_ order: ResolveOrder, _ payment: Payment) async throws(StoreFailure) {
        if drives[payment.id] == nil, let free = try await taken(payment) {
            guard drives[payment.id] == nil else {
                return order.desk.end(with: .refused(.inProgress, ResolveView(of: free)))
            }
            order.desk.met(.underWay(ResolveView(of: free)))
            return begin(free, from: .takenOver, .away).order = order
        }
        guard let running = drives[payment.id], running.order == nil else {
            return order.desk.end(with: .refused(.inProgress, ResolveView(of: payment)))
        }
        order.desk.met(.underWay(ResolveView(of: payment)))
        running.order = order
        running.wake()
    }

    /// - Returns: `nil` where somebody else is at work on it, or works here.
    private func taken(_ payment: Payment) async throws(StoreFailure) -> Payment? {
        do throws(StoreFailure) {
            switch payment.owner {
            case .nobody: return payment
            case .instance(_, isLive: false):
                return try await repository.takeOver(
                    payment,
                    by: lease.instance,
                    customerIsHere: false
                )
            case .instance(_, isLive: true):
                guard resolveRules(payment, elapsed: .zero).maySeize else { return nil }
                return try await repository.seize(payment, by: lease.instance)
            }
        } catch {
            if error == .outcomeUnknown { giveUpName() }
            throw error
        }
    }

    func resolveRules(_ payment: Payment, elapsed: Duration) -> ResolveRules {
        var aged = payment
        aged.times.sinceAsked += elapsed
        let isOver = ResolveRules.sendingIsOver(aged, settings.rules)
        return ResolveRules(payment, sendingIsOver: isOver)
    }

    // MARK: By what Stripe shows

    /// Carries a person's word out, where there is one, and else `step`. What was not ended by it
    /// is worked on as before.
    @inline(never)  // See `received`.
    func carryOut(
        _ order: ResolveOrder,
        otherwise step: DriveStep,
        _ drive: Drive
    ) async -> DriveStep {
        let answer = await answer(to: order, drive)
        drive.order = nil
        await closeFindings(order, after: answer)
        let goesOn = drive.payment.state.needsWork && !drive.wasOvertaken
        if !goesOn { await letGo(drive) }
        order.desk.end(with: answer)
        return goesOn ? step : .over
    }

    private func answer(to order: ResolveOrder, _ drive: Drive) async -> ResolveAnswer {
        while drive.lease.isLive(at: time.now) {
            let payment = drive.payment
            let asked = order.request.intent ?? payment.intent
            let rules = resolveRules(payment, elapsed: time.now - drive.readAt)
            let stray = rules.stray(order.request.intent)
            // It may have come further while this waited for its turn.
            switch rules.admission(order.request.action, naming: stray) {
            case .refuse(let why): return .refused(why, ResolveView(of: payment))
            case .wasSo: return .resolved(ResolveView(of: payment), wasSo: true)
            case .refund: return await giveBack(nil, of: payment.intent, order, drive)
            case .look: break
            }
            let (evidence, intent) = await evidence(
                asked,
                for: order.request.action,
                drive
            )
            switch rules.decision(
                order.request.action,
                seeing: evidence,
                of: intent?.id ?? asked
            ) {
            case .refuse(let why): return .refused(why, ResolveView(of: payment))
            case .wasSo:
                return .resolved(ResolveView(of: payment), wasSo: order.cancels == 0)
            case .end(let state, let closing, let charged):
                return await end(as: state, closing, charged, intent, order, drive)
            case .giveBack(let amount):
                if let stray { return await giveBack(amount, ofStray: stray, order, drive) }
                return await giveBack(amount, of: intent?.id, order, drive)
            case .cancel:
                guard let intent, await cancel(intent, isStray: stray != nil, order, drive)
                else { return notDone(drive) }
            }
        }
        return notDone(drive)
    }

    /// Somebody else was further, or nobody can be asked.
    func notDone(_ drive: Drive) -> ResolveAnswer {
        .refused(drive.wasOvertaken ? .inProgress : .unavailable, ResolveView(of: drive.payment))
    }

    /// Writes the end down.
    private func end(
        as state: PaymentState,
        _ closing: Closing?,
        _ charged: Amount?,
        _ intent: IntentSnapshot?,
        _ order: ResolveOrder,
        _ drive: Drive
    ) async -> ResolveAnswer {
        var change = change("resolved_\(order.request.action.rawValue)", intent, order, drive)
        change.state = state
        change.closing = closing
        change.charged = charged
        change.release = .forGood
        if state == .succeeded { change.cvcVerdict = change.cvcVerdict ?? intent?.cvcCheck }
        if let intent { drive.cardUsed = intent.method }
        guard await record(change, drive) else { return notDone(drive) }
        rememberCard(of: drive)
        return .resolved(ResolveView(of: drive.payment), wasSo: false)
    }

    func change(
        _ event: String,
        _ intent: IntentSnapshot?,
        _ order: ResolveOrder,
        _ drive: Drive
    ) -> PaymentChange {
        var change = PaymentChange(of: drive.payment, by: drive.lease.instance, event: event)
        let fact = intent.map { "\($0.id) \($0.status)" } ?? "no intent"
        change.eventDetail = order.detail(fact)
        if let intent, change.intent == nil {
            change.intent = intent.id
            change.clientSecret = intent.clientSecret ?? change.clientSecret
        }
        return change
    }

    /// The drive has ended before it came to it, so that all has to be decided again.
    func admitAgain(_ order: ResolveOrder) {
        let (request, desk, turns) = (order.request, order.desk, order.turns + 1)
        guard isReady, turns < PaymentService.mostTurns else {
            return desk.end(with: .refused(.unavailable, nil))
        }
        admit(request, desk, turns: turns)
    }

    private func admit(
        _ request: ResolveRequest,
        _ desk: AnswerDesk<ResolveAnswer>,
        turns: Int
    ) {
        inBackground { service in
            do throws(StoreFailure) {
                try await service.admit(ResolveOrder(request, desk, turns: turns))
            } catch {
                desk.end(with: .refused(.unavailable, nil))
            }
        }
    }

    // MARK: Afterwards

    /// What was taken, and not ended, is nobody's again.
    private func letGo(_ drive: Drive) async {
        guard isOurs(drive.payment), !drive.wasOvertaken, drive.lease.isLive(at: time.now) else {
            return
        }
        let age = drive.payment.times.sinceClaim + (time.now - drive.readAt)
        let patience = PaymentSettings.patience(with: drive.payment.state, age: age)
        var change = PaymentChange(
            of: drive.payment,
            by: drive.lease.instance,
            event: "let_go"
        )
        change.release = patience.map { .lookAfter($0) } ?? .forGood
        _ = await record(change, drive)
    }

    private func closeFindings(_ order: ResolveOrder, after answer: ResolveAnswer) async {
        switch answer {
        case .resolved: await closeFindings(order)
        case .underWay, .refused: break
        }
    }

    private func closeFindings(_ order: ResolveOrder) async {
        do throws(StoreFailure) {
            try await repository.closeFindings(
                PaymentService.ended,
                about: [order.request.payment.description]
                    + (order.request.intent.map { [$0.description] } ?? []),
                by: order.request.who,
                because: order.request.reason
            )
        } catch {
            // They stay open; a repeat closes them.
        }
    }
}
