import Money

// From a request to a refund that is durable, and to its answer.

extension RefundService {
    /// Each further round needs one more rival that writes in between, or one more refund that was
    /// made at Stripe and is adopted first.
    private static let mostRounds = 50
    /// More pages of 100 refunds of one payment than anybody makes.
    private static let mostPages = 50

    func admit(
        _ request: RefundRequest,
        _ desk: AnswerDesk<RefundAnswer>,
        until deadline: Duration
    ) async throws(StoreFailure) -> RefundAnswer {
        let key = Hexadecimal.text(of: hash(Array("refund\n\(request.key.text)".utf8)))
        var listed: [RefundSnapshot]?
        for _ in 0..<RefundService.mostRounds {
            guard let ledger = try await repository.ledger(of: request.payment) else {
                return .refused(.notFound)
            }
            switch RefundRules.admission(request, key: key, meeting: ledger) {
            case .refused(let why): return .refused(why)
            case .existing(let refund):
                desk.met(answer(refund, in: ledger, isReplay: true))
                return try await follow(refund.id, until: deadline, isReplay: true)
            case .begin(let minorUnits):
                // What Stripe has is read before anything new is asked of it.
                if listed == nil { listed = await list(ledger, request.stray) }
                guard let listed else { return .refused(.unavailable) }
                let left: Int64
                if request.stray == nil {
                    if try await adopt(listed, ledger) { continue }
                    left = minorUnits
                } else {
                    left = RefundRules.left(of: minorUnits, after: listed)
                    guard left > 0 else { return .refused(.alreadyRefunded) }
                }
                let refund = await refund(request, key, left, ledger)
                if let answer = try await begin(refund, ledger, desk, until: deadline) {
                    return answer
                }
            }
        }
        return .refused(.inProgress)
    }

    /// - Returns: `nil` where somebody else was first, and all has to be decided again.
    private func begin(
        _ refund: Refund,
        _ ledger: RefundLedger,
        _ desk: AnswerDesk<RefundAnswer>,
        until deadline: Duration
    ) async throws(StoreFailure) -> RefundAnswer? {
        desk.met(answer(refund, in: ledger, isReplay: false))
        let taken = time.now
        let change = RefundChange(
            ledger: ledger,
            refund: refund,
            event: "refund_requested",
            eventDetail: "\(refund.minorUnits) \(ledger.payment.taken.currency.code)",
            lookAfter: hold,
            instance: instance
        )
        guard try await isWritten(change, desk) else {
            desk.met(.refused(.unavailable))
            return nil
        }
        await look(at: refund.id, takenAt: taken, wasSent: false)
        return try await follow(refund.id, until: deadline, isReplay: false)
    }

    private func isWritten(
        _ change: RefundChange,
        _ desk: AnswerDesk<RefundAnswer>
    ) async throws(StoreFailure) -> Bool {
        do throws(StoreFailure) {
            return try await repository.write(change)
        } catch {
            guard error == .outcomeUnknown else {
                desk.met(.refused(.unavailable))
                throw error
            }
            // A commit of its own shows that what is found then is durable.
            try await repository.putOff(change.refund.id, for: hold)
            return true
        }
    }

    private func refund(
        _ request: RefundRequest,
        _ key: String,
        _ minorUnits: Int64,
        _ ledger: RefundLedger
    ) async -> Refund {
        let id = RefundID(ledger.nextNumber, of: ledger.payment.id)
        guard let intent = request.stray ?? ledger.payment.intent else {
            preconditionFailure("admitted without an intent")
        }
        let draft = RefundDraft(
            id: id,
            intent: intent,
            minorUnits: minorUnits,
            reason: request.reason
        )
        return Refund(
            id: id,
            state: .requested,
            minorUnits: minorUnits,
            stray: request.stray,
            order: RefundOrder(
                key: key,
                asked: request.minorUnits,
                reason: request.reason,
                request: processor.refundRequest(for: draft),
                stripeSeconds: await processor.stripeSeconds()
            )
        )
    }

    /// The state of a refund, as near to its end as the deadline allows.
    private func follow(
        _ id: RefundID,
        until deadline: Duration,
        isReplay: Bool
    ) async throws(StoreFailure) -> RefundAnswer {
        var pause = Duration.milliseconds(100)
        while true {
            guard let ledger = try await repository.ledger(of: id.payment),
                let refund = ledger.refund(id)
            else { return .refused(.unavailable) }
            guard refund.state.isOpen, time.now + pause < deadline else {
                return answer(refund, in: ledger, isReplay: isReplay)
            }
            await sleep(pause)
            pause = min(pause * 2, .seconds(1))
        }
    }

    private func answer(
        _ refund: Refund,
        in ledger: RefundLedger,
        isReplay: Bool
    ) -> RefundAnswer {
        .standing(
            RefundView(
                id: refund.id,
                amount: Amount(
                    minorUnits: refund.minorUnits,
                    currency: ledger.payment.taken.currency
                ),
                state: refund.state,
                failure: refund.failure,
                isReplay: isReplay
            )
        )
    }

    // MARK: What Stripe has

    /// All refunds of the payment's intent, or of another one, newest first; `nil` where not all
    /// could be read.
    func list(
        _ ledger: RefundLedger,
        _ stray: PaymentIntentID? = nil
    ) async -> [RefundSnapshot]? {
        guard let intent = stray ?? ledger.payment.intent else { return nil }
        var all: [RefundSnapshot] = []
        for _ in 0..<RefundService.mostPages {
            let reply = await processor.refunds(
                of: intent,
                after: all.last?.id,
                deadline: time.now + rules.stripeTimeout
            )
            guard case .value(let page, _) = reply else { return nil }
            all += page.refunds
            if !page.hasMore { return all }
        }
        return nil
    }

    /// Takes in one refund that somebody made at Stripe, or one piece of news about a known one.
    ///
    /// - Returns: whether anything was written, or somebody else wrote: all has to be read again.
    func adopt(
        _ listed: [RefundSnapshot],
        _ ledger: RefundLedger
    ) async throws(StoreFailure) -> Bool {
        for refund in ledger.refunds {
            let event = RefundRules.event(of: refund, in: listed)
            guard case .found = event, isNews(event, to: refund) else { continue }
            _ = try await apply(event, to: RefundRules.named(refund, in: listed), ledger)
            return true
        }
        guard let stranger = RefundRules.stranger(in: listed, to: ledger) else { return false }
        let refund = RefundRules.adopted(stranger, by: ledger)
        _ = try await repository.write(
            RefundChange(
                ledger: ledger,
                refund: refund,
                event: "refund_adopted",
                eventDetail: "\(stranger.id) \(refund.minorUnits) \(refund.state.word)",
                lookAfter: RefundRules.nextLook(refund.state, sinceMade: .zero),
                instance: instance
            )
        )
        return true
    }

    private func isNews(_ event: RefundEvent, to refund: Refund) -> Bool {
        var machine = RefundMachine(state: refund.state, failure: refund.failure)
        return machine.received(event) != .ignoreRepeat && machine.state != refund.state
    }
}
