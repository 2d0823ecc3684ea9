import Money

// What a person's word does, each step durable before it is sent: giving back, canceling, and
// looking at what Stripe shows.

extension PaymentService {
    /// A cancel that Stripe does not carry out is Stripe's affair.
    private static let mostCancels = 3

    // MARK: Giving back

    /// Makes the sum durable, which is what lets the refund begin and ends the payment with it.
    /// `amount` is `nil` for a success, which took its own.
    func giveBack(
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
    func giveBack(
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
    func cancel(
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

    func evidence(
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
}
