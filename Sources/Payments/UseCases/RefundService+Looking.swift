// The work on one refund: the machine decides, this obeys.

extension RefundService {
    /// One step of the work.
    ///
    /// - Returns: whether there is more to do soon; what is to be done later is written down.
    func step(
        _ id: RefundID,
        takenAt: Duration,
        _ wasSent: inout Bool
    ) async throws(StoreFailure) -> Bool {
        guard let ledger = try await repository.ledger(of: id.payment),
            let refund = ledger.refund(id)
        else { return false }
        switch refund.state {
        case .requested: return try await send(refund, ledger, takenAt: takenAt, &wasSent)
        case .unresolved, .pending, .succeeded: return try await read(refund, ledger)
        case .failed, .unrecognised: return false
        }
    }

    // MARK: Sending

    private func send(
        _ refund: Refund,
        _ ledger: RefundLedger,
        takenAt: Duration,
        _ wasSent: inout Bool
    ) async throws(StoreFailure) -> Bool {
        let readAt = time.now
        guard let order = refund.order,
            RefundRules.maySend(
                order,
                sinceMade: refund.ages.sinceMade,
                stripeSeconds: await processor.stripeSeconds(),
                rules
            )
        else { return try await apply(.sendingIsOver, to: refund, ledger) }
        let end = min(takenAt, readAt) + sendingWindow
        let reply = await processor.postRefund(
            order.request,
            key: refund.id.stripeKey,
            deadline: time.now + rules.stripeTimeout,
            permit: { [time] in time.now < end }
        )
        let isFirst = !wasSent
        if reply != .notSent { wasSent = true }
        switch reply {
        case .refund(let snapshot, let receipt):
            return try await answered(snapshot, receipt, refund, ledger)
        case .refused(let why, let receipt):
            // It says nothing about an earlier send that has no answer: only the list does.
            let event: RefundEvent = isFirst ? .refused(why) : .sendingIsOver
            return try await apply(event, to: refund, ledger, receipt: receipt)
        case .keptFailure(let receipt):
            return try await apply(.sendingIsOver, to: refund, ledger, receipt: receipt)
        // Nothing to write down that is not written already: it is sent again.
        case .busy, .notSent, .unknown: return true
        }
    }

    /// A word from Stripe's memory is as good as any here: it may be older than the refund's state
    /// at the bank, and that is looked at later in any case.
    private func answered(
        _ snapshot: RefundSnapshot,
        _ receipt: Receipt,
        _ refund: Refund,
        _ ledger: RefundLedger
    ) async throws(StoreFailure) -> Bool {
        guard RefundRules.isSame(snapshot, refund) else {
            try await note("mismatch", "\(snapshot.id) is not what was asked", refund)
            return try await apply(.sendingIsOver, to: refund, ledger, receipt: receipt)
        }
        var known = refund
        known.stripeName = snapshot.id
        return try await apply(
            .found(RefundFinding(snapshot)),
            to: known,
            ledger,
            receipt: receipt
        )
    }

    // MARK: Reading

    private func read(
        _ refund: Refund,
        _ ledger: RefundLedger
    ) async throws(StoreFailure) -> Bool {
        guard let listed = await list(ledger, refund.stray) else {
            try await putOff(refund)
            return false
        }
        return try await apply(
            RefundRules.event(of: refund, in: listed),
            to: RefundRules.named(refund, in: listed),
            ledger
        )
    }

    private func putOff(_ refund: Refund) async throws(StoreFailure) {
        let pause = RefundRules.nextLook(refund.state, sinceMade: refund.ages.sinceMade)
        try await repository.putOff(refund.id, for: pause)
    }

    // MARK: The machine

    /// - Returns: whether there is more to do soon.
    func apply(
        _ event: RefundEvent,
        to refund: Refund,
        _ ledger: RefundLedger,
        receipt: Receipt? = nil
    ) async throws(StoreFailure) -> Bool {
        var machine = RefundMachine(state: refund.state, failure: refund.failure)
        let action = machine.received(event)
        var changed = refund
        changed.state = machine.state
        changed.failure = machine.failure
        if action == .reconcile {
            let what = "\(refund.id) \(refund.state.word) met \(event.word)"
            try await note("refund_contradiction", what, refund)
        }
        let isMissed = event == .absent(isProof: false) && refund.ages.sinceMissed == nil
        guard changed != ledger.refund(refund.id) || isMissed else {
            try await putOff(refund)
            return false
        }
        return try await write(changed, event, receipt, isMissed: isMissed, action, ledger)
    }

    private func note(
        _ kind: String,
        _ detail: String,
        _ refund: Refund
    ) async throws(StoreFailure) {
        let payment = refund.id.payment
        try await repository.note(OpsFinding(payment: payment, kind: kind, detail: detail))
    }

    private func write(
        _ refund: Refund,
        _ event: RefundEvent,
        _ receipt: Receipt?,
        isMissed: Bool,
        _ action: RefundAction,
        _ ledger: RefundLedger
    ) async throws(StoreFailure) -> Bool {
        let change = RefundChange(
            ledger: ledger,
            refund: refund,
            event: event.word,
            eventDetail: refund.failure,
            receipt: receipt,
            lookAfter: RefundRules.nextLook(refund.state, sinceMade: refund.ages.sinceMade),
            isMissed: isMissed,
            instance: instance
        )
        // Somebody else wrote: what is so now has to be read.
        guard try await repository.write(change) else { return true }
        switch action {
        case .resend, .list: return !isMissed
        case .rest, .reconcile, .ignoreRepeat: return false
        }
    }
}
