import Money

// The first call: find what exists, else claim and charge.

/// What a first call came to.
enum Admitted {
    case answer(PaymentAnswer)
    /// A new attempt is under way, and its end is the answer.
    case work(Drive)
}

extension PaymentService {
    /// Rounds of "look, decide, try" before a request gives up. Each lost round means that another
    /// request changed the guards in between; more than a few is an attack on one key.
    private static let mostRounds = 8

    func admit(
        _ errand: Int,
        until deadline: Duration,
        through enter: () async throws(StoreFailure) -> Entrance
    ) async throws(StoreFailure) -> Admitted {
        var entrance = try await enter()
        for _ in 0..<PaymentService.mostRounds {
            switch entrance {
            case .refused(let refusal): return .answer(.refused(refusal))
            case .open(let entry):
                switch try await decide(entry, errand, until: deadline) {
                case .admitted(let admitted): return admitted
                case .again(let holders): entrance = .open(entry.meeting(holders))
                case .anew: entrance = try await enter()
                }
            }
        }
        // Also where guards are still held for an attempt that ended in doubt: a minute, at most.
        return .answer(.refused(.unavailable))
    }

    private func decide(
        _ entry: Entry,
        _ errand: Int,
        until deadline: Duration
    ) async throws(StoreFailure) -> Round {
        switch entry.asked.admission(meeting: entry.holders) {
        case .refuse(let refusal): return .answer(.refused(PaymentRefusal(refusal)))
        case .followBlindly(let payment): return .answer(.standing(blindView(of: payment)))
        case .follow(let payment):
            met(payment, by: errand)
            try await joinName(of: entry, to: payment)
            let answer = try await follow(payment, entry.request.presence, until: deadline)
            return meetsShopsCharge(answer, payment, entry) ? .anew : .answer(answer)
        case .replace(let payment): return try await replace(payment, entry, until: deadline)
        case .start(let takingOver):
            return try await start(entry, errand, takingOver: takingOver, until: deadline)
        }
    }

    /// The shop's charge came to want its customer while this request waited for it, which is the
    /// customer's own, with the same card or another one.
    private func meetsShopsCharge(
        _ answer: PaymentAnswer,
        _ payment: Payment,
        _ entry: Entry
    ) -> Bool {
        guard case .standing(let view) = answer, case .requiresCustomer = view.standing else {
            return false
        }
        return entry.request.presence.isHere && payment.state != .requiresCustomer
    }

    /// A key that met somebody else's guard is from then on a name of that attempt. So is the
    /// payment method, or the token, of a request that has nothing else to be known by: its repeat
    /// must lead here too, also when the card no longer does.
    private func joinName(of entry: Entry, to payment: Payment) async throws(StoreFailure) {
        let primary = entry.asked.primary
        for wanted in entry.asked.guards
        where wanted.kind == .key || wanted == primary && [.method, .cvc].contains(wanted.kind) {
            if entry.holders.contains(where: { $0.holds == wanted }) { continue }
            try await repository.join(
                wanted,
                fingerprint: entry.asked.fingerprint,
                to: payment.id
            )
        }
    }

    // MARK: Replace

    private func replace(
        _ payment: Payment,
        _ entry: Entry,
        until deadline: Duration
    ) async throws(StoreFailure) -> Round {
        if payment.state != .canceling, let order = payment.purchase.order,
            try await repository.replacements(of: order) >= PaymentSettings.mostReplacementsPerHour
        {
            return .answer(.refused(.tooManyReplacements))
        }
        let ended = try await ended(payment, entry.request.presence, until: deadline)
        // Only Stripe's word that it is over lets the next attempt begin.
        switch ended.state {
        case .canceled, .declined, .expired:
            return .again(try await repository.holders(of: entry.asked.guards))
        case .succeeded, .creating, .requiresAction, .confirming, .authorized, .capturing,
            .canceling, .processing, .open, .requiresCustomer, .unresolved, .quarantined,
            .unrecognised:
            return .answer(answer(ofReplaced: ended))
        }
    }

    /// Ends a challenge, or waits for the end that is already under way.
    private func ended(
        _ payment: Payment,
        _ customer: Presence,
        until deadline: Duration
    ) async throws(StoreFailure) -> Payment {
        guard payment.state == .canceling else {
            return await end(payment, as: .replaced, until: deadline)
        }
        _ = try await follow(payment, customer, until: deadline)
        return try await repository.payment(payment.id) ?? payment
    }

    /// A challenge that could not be ended is not shown again: its secret belongs to the other
    /// card.
    private func answer(ofReplaced payment: Payment) -> PaymentAnswer {
        let view = view(of: payment, isReplay: true)
        return .standing(payment.state.waitsForPayer ? view.standing(as: .unknown) : view)
    }

    // MARK: Start

    private func start(
        _ entry: Entry,
        _ errand: Int,
        takingOver: [Guard: PaymentID],
        until deadline: Duration
    ) async throws(StoreFailure) -> Round {
        if claims[entry.asked.primary] != nil { return try await followClaim(of: entry) }
        let price: Amount
        let counted: [RateName]
        switch await leave(for: entry, until: deadline) {
        case .given(let amount, let names): (price, counted) = (amount, names)
        case .refused(let refusal):
            // An existing payment is answered whatever forbids a new one.
            if entry.hasLooked { return .answer(.refused(refusal)) }
            return .again(try await repository.holders(of: entry.asked.guards))
        }
        guard let served = await withCustomer(entry, until: deadline) else {
            await processor.newPaymentDoesNotBegin()
            return .answer(.refused(.unavailable))
        }
        let claim = await claim(for: served, takingOver: takingOver, price: price)
        // Another request may have come as far while this one asked for price and time.
        if claims[entry.asked.primary] != nil {
            await doesNotBegin(counted)
            return try await followClaim(of: entry)
        }
        // Who has been told that nothing was charged is not charged afterwards.
        guard time.now < deadline else {
            await doesNotBegin(counted)
            return .answer(.refused(.unavailable))
        }
        switch try await claimAlone(claim, as: entry.asked, errand, counted, until: deadline) {
        case .held(let holders): return .again(holders)
        case .claimed(let payment):
            met(payment, by: errand)
            // The name that it was claimed under may have lapsed in between.
            guard isOurs(payment), drives[payment.id] == nil else {
                return .answer(try await follow(payment, entry.request.presence, until: deadline))
            }
            let drive = begin(payment, from: .send, entry.request.presence)
            drive.cardFingerprint = entry.cardFingerprint
            return .admitted(.work(drive))
        }
    }

    /// Another request of this instance is claiming the same purchase: its attempt is ours too.
    private func followClaim(of entry: Entry) async throws(StoreFailure) -> Round {
        if let holders = await othersClaim(of: entry.asked.primary) { return .again(holders) }
        return .again(try await repository.holders(of: entry.asked.guards))
    }

    /// What is true of a claim for as long as nobody knows whether it was written.
    private func unknownView(of claim: Claim) -> PaymentView {
        PaymentView(
            payment: claim.payment,
            intent: nil,
            amount: Amount(
                minorUnits: claim.amountMinorUnits,
                currency: claim.purchase.currency
            ),
            standing: .unknown,
            isReplay: false
        )
    }

    /// Whether a new attempt may begin, and at which price.
    private func leave(for entry: Entry, until deadline: Duration) async -> Leave {
        let price: Amount
        do throws(PricingRefusal) {
            price = try self.price(of: entry)
        } catch {
            return .refused(.pricing(error))
        }
        guard !isStopping, lease.isLive(at: time.now) else { return .refused(.unavailable) }
        switch await counted(entry, until: deadline) {
        case .full(let wait): return .refused(.rateLimited(wait: wait))
        case .counted(let names):
            guard await processor.refusesNewPayments() else { return .given(price, names) }
            uncount(names)
            return .refused(.overloaded)
        }
    }

    private func price(of entry: Entry) throws(PricingRefusal) -> Amount {
        if let settled = entry.settledPrice { return settled }
        let purchase = entry.asked.purchase
        return try catalogue.price(purchase.cart, in: purchase.currency)
    }

    /// Gives back what was kept for an attempt that does not begin after all.
    private func doesNotBegin(_ counted: [RateName]) async {
        uncount(counted)
        await processor.newPaymentDoesNotBegin()
    }

    private func claim(
        for entry: Entry,
        takingOver: [Guard: PaymentID],
        price: Amount
    ) async -> Claim {
        let asked = entry.asked
        let attempt = entry.attemptsBefore + 1
        let id = identity(asked.primary, asked.purchase.caller, attempt)
        precondition(
            asked.method != nil || asked.purchase.flow == .appConfirmed,
            "a card is chosen before it is charged"
        )
        let draft = PaymentDraft(
            paymentID: id,
            order: asked.purchase.order,
            minorUnits: price.minorUnits,
            currencyCode: price.currency.code,
            method: asked.method,
            flow: asked.purchase.flow,
            presentation: entry.request.presentation,
            card: entry.request.card,
            cvcToken: entry.request.cvcToken,
            recollectsCVC: recollectsCVC(entry.request)
        )
        return Claim(
            payment: id,
            instance: lease.instance,
            purchase: asked.purchase,
            fingerprint: asked.fingerprint,
            amountMinorUnits: price.minorUnits,
            method: asked.method,
            presentation: entry.request.presentation,
            card: entry.request.card,
            origin: asked.origin,
            operation: processor.createRequest(for: draft),
            stripeSeconds: await processor.stripeSeconds(),
            guards: asked.guards.sorted().map { wanted in
                ClaimedGuard(
                    wanted: wanted,
                    previous: takingOver[wanted],
                    attempts: wanted == asked.primary ? attempt : entry.attempts(under: wanted)
                )
            }
        )
    }

    // MARK: One claim at a time for one purchase within this instance

    private func claimAlone(
        _ claim: Claim,
        as asked: AdmissionRequest,
        _ errand: Int,
        _ counted: [RateName],
        until deadline: Duration
    ) async throws(StoreFailure) -> ClaimResult {
        precondition(claims[asked.primary] == nil, "whoever waits there would wait for ever")
        claims[asked.primary] = []
        let before = errands[errand]?.meanwhile
        errands[errand]?.meanwhile = .standing(unknownView(of: claim))
        do throws(StoreFailure) {
            let result = try await settledClaim(claim, until: deadline)
            if case .held = result { await doesNotBegin(counted) }
            if let before { errands[errand]?.meanwhile = before }
            endClaim(of: asked.primary, holders: holders(of: result, claim, asked))
            return result
        } catch {
            await doesNotBegin(counted)
            if error != .outcomeUnknown, let before { errands[errand]?.meanwhile = before }
            endClaim(of: asked.primary, holders: nil)
            throw error
        }
    }

    /// Claims. Where an answer was lost, claims again: what is met then is either the first try's
    /// or somebody else's, and a guard that names our attempt is ours.
    private func settledClaim(
        _ claim: Claim,
        until deadline: Duration
    ) async throws(StoreFailure) -> ClaimResult {
        var mayBeWritten = false
        while true {
            do throws(StoreFailure) {
                let result = try await repository.claim(claim)
                guard mayBeWritten, case .held(let holders) = result else { return result }
                let own = holders.first { isUntouched($0.payment, since: claim) }
                return own.map { .claimed($0.payment) } ?? result
            } catch {
                mayBeWritten = mayBeWritten || error == .outcomeUnknown
                guard mayBeWritten else { throw error }
                let pause = PaymentService.claimPause
                guard time.now + pause < deadline, lease.instance == claim.instance,
                    lease.isLive(at: time.now)
                else {
                    giveUpName()
                    throw .outcomeUnknown
                }
                await sleep(pause)
            }
        }
    }

    /// Between two tries of a claim; a database that lost a connection has another one by then.
    private static let claimPause: Duration = .milliseconds(250)

    private func isUntouched(_ payment: Payment, since claim: Claim) -> Bool {
        guard payment.id == claim.payment, payment.state == .creating, payment.fence == 1 else {
            return false
        }
        if case .instance(claim.instance, _) = payment.owner { return true }
        return false
    }

    /// `nil` where it came to nothing.
    private func othersClaim(of primary: Guard) async -> [GuardHolder]? {
        // It may have ended since it was seen, and then nobody would resume who waits for it.
        guard claims[primary] != nil else { return nil }
        return await withCheckedContinuation { continuation in
            claims[primary]?.append(continuation)
        }
    }

    private func endClaim(of primary: Guard, holders: [GuardHolder]?) {
        let waiting = claims.removeValue(forKey: primary) ?? []
        for continuation in waiting { continuation.resume(returning: holders) }
    }

    private func holders(
        of result: ClaimResult,
        _ claim: Claim,
        _ asked: AdmissionRequest
    ) -> [GuardHolder] {
        switch result {
        case .held(let holders): return holders
        case .claimed(let payment):
            return claim.guards.map {
                GuardHolder(
                    holds: $0.wanted,
                    fingerprint: asked.fingerprint,
                    attempts: $0.attempts,
                    payment: payment
                )
            }
        }
    }
}

/// Whether a new attempt may begin, at which price, and what was counted for it.
private enum Leave {
    case given(Amount, [RateName])
    case refused(PaymentRefusal)
}

/// What a round of the admission came to.
private enum Round {
    case admitted(Admitted)
    case again([GuardHolder])
    /// What exists has become something else to this request, which may need a card now.
    case anew

    static func answer(_ answer: PaymentAnswer) -> Round { .admitted(.answer(answer)) }
}

extension PaymentRefusal {
    init(_ refusal: AdmissionRefusal) {
        switch refusal {
        case .keyReused: self = .keyReused
        case .orderAlreadyPaid: self = .orderAlreadyPaid
        case .paymentInProgress: self = .paymentInProgress
        case .cvcTokenUsed: self = .cvcTokenUsed
        case .foreignMethod: self = .notFound
        }
    }
}
