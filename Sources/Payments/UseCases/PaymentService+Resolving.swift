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
    /// A cancel that Stripe does not carry out is Stripe's affair.
    private static let mostCancels = 3
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

    private func resolveRules(_ payment: Payment, elapsed: Duration) -> ResolveRules {
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
    private func notDone(_ drive: Drive) -> ResolveAnswer {
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

    private func change(
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

    // MARK: Giving back

    /// Makes the sum durable, which is what lets the refund begin and ends the payment with it.
    /// `amount` is `nil` for a success, which took its own.
    private func giveBack(
        _ amount: Amount?,
        of intent: PaymentIntentID?,
        _ order: ResolveOrder,
        _ drive: Drive
    ) async -> ResolveAnswer {
        guard let refunding, let intent else {
            return .refused(.unavailable, ResolveView(of: drive.payment))
        }
        var change = change("resolved_refund", nil, order, drive)
        let sum = amount.map { " took \($0)" } ?? ""
        change.eventDetail = order.detail("\(intent)\(sum)")
        change.intent = intent
        change.charged = amount ?? change.charged
        // Nobody but this person's word has to do with it from here on.
        if !change.state.isTerminal { change.state = .quarantined }
        change.release = .forGood
        let isBegun = change.charged == drive.payment.charged && change.state == drive.payment.state
        if !isBegun || amount == nil, await !record(change, drive) {
            return notDone(drive)
        }
        order.desk.met(.underWay(ResolveView(of: drive.payment)))
        return await askForRefund(of: intent, nil, refunding, order, drive)
    }

    /// A second charge, whose money has nothing to do with the payment's own: it stays as it is,
    /// but for the event that says who and why.
    private func giveBack(
        _ amount: Amount,
        ofStray intent: PaymentIntentID,
        _ order: ResolveOrder,
        _ drive: Drive
    ) async -> ResolveAnswer {
        guard let refunding else {
            return .refused(.unavailable, ResolveView(of: drive.payment))
        }
        var change = change("resolved_refund", nil, order, drive)
        change.eventDetail = order.detail("\(intent) took \(amount)")
        guard await record(change, drive) else { return notDone(drive) }
        order.desk.met(.underWay(ResolveView(of: drive.payment)))
        return await askForRefund(of: intent, amount.minorUnits, refunding, order, drive)
    }

    /// `minorUnits`: what another intent than the payment's own has taken.
    private func askForRefund(
        of intent: PaymentIntentID,
        _ minorUnits: Int64?,
        _ refunding: any Refunding,
        _ order: ResolveOrder,
        _ drive: Drive
    ) async -> ResolveAnswer {
        guard let key = IdempotencyKey("resolve-\(drive.payment.id)-\(intent)") else {
            preconditionFailure("names are visible ASCII")
        }
        let request = RefundRequest(
            payment: drive.payment.id,
            key: key,
            minorUnits: minorUnits,
            reason: order.request.refundReason,
            stray: minorUnits == nil ? nil : intent
        )
        let told = await refunding.refund(request, until: time.now + settings.rules.stripeTimeout)
        return await answer(to: told, drive)
    }

    private func answer(to told: RefundAnswer, _ drive: Drive) async -> ResolveAnswer {
        // The refund is another writer of the payment.
        do throws(StoreFailure) {
            if let newer = try await repository.payment(drive.payment.id) {
                drive.learned(newer, at: time.now)
            }
        } catch {
            // Told as it was before; what became of the refund is known all the same.
        }
        let view = ResolveView(of: drive.payment)
        switch told {
        case .refused(.alreadyRefunded): return .resolved(view, wasSo: true)
        case .refused(.unavailable): return .underWay(view)
        case .refused(let why): return .refused(.refund(why), view)
        case .standing(let refund):
            switch refund.state {
            case .pending, .succeeded: return .resolved(view, wasSo: refund.isReplay)
            case .requested, .unresolved, .unrecognised: return .underWay(view)
            case .failed: return .refused(.refundFailed(refund.failure ?? "failed"), view)
            }
        }
    }

    // MARK: Canceling

    /// Makes a cancel durable and asks Stripe for it. A cancel that was asked for before, and may
    /// still be under way, is asked for under its own key.
    ///
    /// - Returns: whether Stripe is to be looked at again.
    private func cancel(
        _ intent: IntentSnapshot,
        isStray: Bool,
        _ order: ResolveOrder,
        _ drive: Drive
    ) async -> Bool {
        guard order.cancels < PaymentService.mostCancels else { return false }
        let request = processor.cancelRequest(for: intent.id)
        let known = drive.payment.operation
        let isKnown = known.name == .cancel && known.request == request
        if !isKnown || order.cancels > 0 {
            var change = change("resolved_cancel", intent, order, drive)
            if isStray { change.intent = drive.payment.intent }
            if !isStray, change.state != .quarantined, !change.state.isTerminal {
                // Should this end here, the recovery goes on from it.
                change.state = .canceling
                change.closing = .canceled
            }
            change.nextStep = NextStep(
                name: .cancel,
                request: request,
                stripeSeconds: await processor.stripeSeconds(),
                isAskedByCustomer: false
            )
            guard drive.lease.isLive(at: time.now), await record(change, drive) else {
                return false
            }
        }
        order.cancels += 1
        drive.openSendSince = nil
        switch await post(drive) {
        case .intent, .refused, .keptFailure, .keyTaken: return true
        case .busy, .notSent, .unknown:
            await pause(drive)
            return true
        }
    }

    // MARK: What Stripe shows

    private func evidence(
        _ asked: PaymentIntentID?,
        for action: ResolveAction,
        _ drive: Drive
    ) async -> (ResolveRules.Evidence, IntentSnapshot?) {
        guard let asked else { return await listed(drive) }
        switch await read(asked, drive) {
        case .unavailable: return (.unavailable, nil)
        case .notFound:
            return drive.payment.intent == asked ? await listed(drive) : (.foreign(asked), nil)
        case .value(let intent, _):
            let isOwn =
                drive.payment.intent == asked
                || intent.paymentID == drive.payment.id.description
            // Money of the other mode pays for nothing.
            let mode = intent.isLive ?? settings.isLive
            guard isOwn, action != .adopt || mode == settings.isLive else {
                return (.foreign(asked), nil)
            }
            return (ResolveRules.evidence(of: intent), intent)
        }
    }

    /// By the complete list of what was made since the claim.
    private func listed(_ drive: Drive) async -> (ResolveRules.Evidence, IntentSnapshot?) {
        guard let found = await intents(naming: drive) else { return (.unavailable, nil) }
        if let only = found.first, found.count == 1 {
            return (ResolveRules.evidence(of: only), only)
        }
        guard found.isEmpty else { return (.several(found.map(\.id)), nil) }
        let elapsed = time.now - drive.readAt
        return (resolveRules(drive.payment, elapsed: elapsed).absence(elapsed: elapsed), nil)
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
