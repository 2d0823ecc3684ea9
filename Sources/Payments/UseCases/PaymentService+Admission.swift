import Money

// The first call: find what exists, else claim and charge.

extension PaymentService {
    /// Rounds of "look, decide, try" before a request gives up. Each lost round means that another
    /// request changed the guards in between; more than a few is an attack on one key.
    private static let mostRounds = 8

    func admit(
        _ request: PayRequest,
        until deadline: Duration
    ) async throws(StoreFailure) -> PaymentAnswer {
        var entrance = try await entrance(request, until: deadline)
        for _ in 0..<PaymentService.mostRounds {
            switch entrance {
            case .refused(let refusal): return .refused(refusal)
            case .open(let entry):
                switch try await decide(entry, until: deadline) {
                case .answer(let answer): return answer
                case .again(let holders): entrance = .open(entry.meeting(holders))
                }
            }
        }
        // Also where guards are still held for an attempt that ended in doubt: a minute, at most.
        return .refused(.unavailable)
    }

    private func decide(
        _ entry: Entry,
        until deadline: Duration
    ) async throws(StoreFailure) -> Round {
        switch entry.asked.admission(meeting: entry.holders) {
        case .refuse(let refusal): return .answer(.refused(PaymentRefusal(refusal)))
        case .followBlindly(let payment): return .answer(.standing(blindView(of: payment)))
        case .follow(let payment):
            try await joinKey(of: entry, to: payment)
            return .answer(try await follow(payment, until: deadline))
        case .replace(let payment): return try await replace(payment, entry, until: deadline)
        case .start(let takingOver):
            return try await start(entry, takingOver: takingOver, until: deadline)
        }
    }

    /// A key that met somebody else's guard is from then on a name of that attempt.
    private func joinKey(of entry: Entry, to payment: Payment) async throws(StoreFailure) {
        for wanted in entry.asked.guards where wanted.kind == .key {
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
        if let order = payment.purchase.order,
            try await repository.replacements(of: order) >= PaymentSettings.mostReplacementsPerHour
        {
            return .answer(.refused(.tooManyReplacements))
        }
        let ended = try await end(payment, as: .replaced, until: deadline)
        // Only Stripe's word that it is over lets the next attempt begin.
        switch ended.state {
        case .canceled, .declined, .expired:
            return .again(try await repository.holders(of: entry.asked.guards))
        case .succeeded, .creating, .requiresAction, .confirming, .canceling, .processing,
            .unresolved, .quarantined, .unrecognised:
            return .answer(answer(ofReplaced: ended))
        }
    }

    /// A challenge that could not be ended is not shown again: its secret belongs to the other
    /// card.
    private func answer(ofReplaced payment: Payment) -> PaymentAnswer {
        let view = view(of: payment, isReplay: true)
        return .standing(payment.state == .requiresAction ? view.standing(as: .unknown) : view)
    }

    // MARK: Start

    private func start(
        _ entry: Entry,
        takingOver: [Guard: PaymentID],
        until deadline: Duration
    ) async throws(StoreFailure) -> Round {
        // Another request of this instance is claiming the same purchase: its attempt is ours too.
        if claims[entry.asked.primary] != nil {
            return .again(await othersClaim(of: entry.asked.primary))
        }
        let price: Amount
        switch await priceOfNewAttempt(entry) {
        case .sold(let amount): price = amount
        case .refused(let refusal):
            // An existing payment is answered whatever forbids a new one.
            if entry.hasLooked { return .answer(.refused(refusal)) }
            return .again(try await repository.holders(of: entry.asked.guards))
        }
        let claim = await claim(for: entry, takingOver: takingOver, price: price)
        let result: ClaimResult
        do throws(StoreFailure) {
            result = try await claimAlone(claim, as: entry.asked)
        } catch {
            await processor.newPaymentDoesNotBegin()
            guard error == .outcomeUnknown else { throw error }
            // It may have been written, and then it will be charged: only "unknown" is true.
            inBackground { await $0.adopt(claim.payment) }
            return .answer(.standing(unknownView(of: claim.payment, price)))
        }
        switch result {
        case .held(let holders):
            await processor.newPaymentDoesNotBegin()
            return .again(holders)
        case .claimed(let payment):
            let ended = await drive(payment, from: .send, customerIsHere: true, until: deadline)
            return .answer(answer(of: ended, isReplay: false))
        }
    }

    private func unknownView(of payment: PaymentID, _ price: Amount) -> PaymentView {
        PaymentView(
            payment: payment,
            intent: nil,
            amount: price,
            standing: .unknown,
            isReplay: false
        )
    }

    private func priceOfNewAttempt(_ entry: Entry) async -> Price {
        guard entry.request.mayStart else { return .refused(.rateLimited) }
        let price: Amount
        if let earlier = entry.priceOfEarlierAttempt {
            price = earlier
        } else {
            do throws(PricingRefusal) {
                let purchase = entry.asked.purchase
                price = try catalogue.price(purchase.cart, in: purchase.currency)
            } catch {
                return .refused(.pricing(error))
            }
        }
        guard !isStopping, lease.isLive(at: time.now) else { return .refused(.unavailable) }
        return await processor.refusesNewPayments() ? .refused(.overloaded) : .sold(price)
    }

    private func claim(
        for entry: Entry,
        takingOver: [Guard: PaymentID],
        price: Amount
    ) async -> Claim {
        let asked = entry.asked
        let attempt = entry.attemptsBefore + 1
        let id = identity(asked.primary, asked.purchase.caller, attempt)
        let draft = PaymentDraft(
            paymentID: id,
            order: asked.purchase.order,
            minorUnits: price.minorUnits,
            currencyCode: price.currency.code,
            method: asked.method,
            presentation: entry.request.presentation
        )
        return Claim(
            payment: id,
            instance: lease.instance,
            purchase: asked.purchase,
            fingerprint: asked.fingerprint,
            amountMinorUnits: price.minorUnits,
            method: asked.method,
            presentation: entry.request.presentation,
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
        as asked: AdmissionRequest
    ) async throws(StoreFailure) -> ClaimResult {
        claims[asked.primary] = []
        do throws(StoreFailure) {
            let result = try await repository.claim(claim)
            endClaim(of: asked.primary, holders: holders(of: result, claim, asked))
            return result
        } catch {
            endClaim(of: asked.primary, holders: [])
            throw error
        }
    }

    private func othersClaim(of primary: Guard) async -> [GuardHolder] {
        await withCheckedContinuation { continuation in
            claims[primary, default: []].append(continuation)
        }
    }

    private func endClaim(of primary: Guard, holders: [GuardHolder]) {
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

/// Whether a new attempt may begin, and at which price.
private enum Price {
    case sold(Amount)
    case refused(PaymentRefusal)
}

/// What a round of the admission came to.
private enum Round {
    case answer(PaymentAnswer)
    case again([GuardHolder])
}

extension PaymentRefusal {
    init(_ refusal: AdmissionRefusal) {
        switch refusal {
        case .keyReused: self = .keyReused
        case .orderAlreadyPaid: self = .orderAlreadyPaid
        case .paymentInProgress: self = .paymentInProgress
        }
    }
}
