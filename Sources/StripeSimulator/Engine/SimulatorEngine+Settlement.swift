import JSON

/// How an attempt ends.
extension SimulatorEngine {
    func settle(_ intent: inout PaymentIntent, _ method: PaymentMethod, hasCVC: Bool) {
        var charge = charge(for: intent, method, hasCVC, outcome: .approved)
        if intent.capturesManually {
            charge.captureBefore = now + SimulatorEngine.authorizationSeconds
            authorizations.append(intent.id, since: now)
        } else {
            charge.isCaptured = true
            charge.capturedAmount = intent.amount
            // With `automatic_async` the first answers have no balance transaction yet.
            charge.settlesAt = intent.captureMethod == .automaticAsync ? now + 1 : now
            enter(&charge, amount: intent.amount)
        }
        account.store(charge)
        keep(method, for: intent, checked: charge.cvcCheck)
        intent.settle(charge: charge.id)
        account.store(intent)
        emit(.chargeSucceeded, .charge(charge))
        emit(
            intent.capturesManually ? .intentCapturable : .intentSucceeded,
            .paymentIntent(intent)
        )
        if charge.isCaptured { dispute(charge) }
    }

    /// The attempt fails with a decline, which is returned as the caller gets it. There is a failed
    /// charge unless the bank was not asked.
    func refuse(
        _ intent: inout PaymentIntent,
        _ method: PaymentMethod,
        _ decline: Decline,
        _ hasCVC: Bool = false,
        charging outcome: Charge.Outcome?
    ) -> StripeError {
        var error = decline.error
        error.paymentMethod = renderer.json(method)
        if let outcome {
            let charge = charge(for: intent, method, hasCVC, outcome: outcome)
            account.store(charge)
            emit(.chargeFailed, .charge(charge))
            error.charge = charge.id
            useUp(method.id)
        } else {
            error.paymentMethodType = "card"
            release(method.id, from: intent.id)
        }
        intent.fail(error.lastPaymentError, charge: error.charge)
        account.store(intent)
        emit(.intentFailed, .paymentIntent(intent))
        return error.with(paymentIntent: renderer.json(intent))
    }

    /// Stripe's own refusal of a card.
    var blocked: Decline { .blocked(as: switches.blockedDeclineCode) }

    /// The money moves.
    func enter(_ charge: inout Charge, amount: Int64) {
        charge.bookPlace = account.enter(
            BookEntry(
                paymentIntent: charge.paymentIntent,
                amount: amount,
                currency: charge.currency,
                metadata: charge.metadata,
                at: now
            )
        )
    }

    private func charge(
        for intent: PaymentIntent,
        _ method: PaymentMethod,
        _ hasCVC: Bool,
        outcome: Charge.Outcome
    ) -> Charge {
        let proof = intent.attempt.flatMap { attempt in
            attempt.isAuthenticated
                ? ThreeDSecureResult(isFrictionless: attempt.isFrictionless) : nil
        }
        var charge = Charge(
            id: identifiers.charge(of: intent.id),
            number: account.charges.nextNumber,
            created: now,
            paymentIntent: intent.id,
            paymentMethod: method.id,
            amount: intent.amount,
            currency: intent.currency,
            customer: intent.customer,
            description: intent.description,
            metadata: intent.metadata,
            outcome: outcome,
            card: method.card,
            fingerprint: method.fingerprint,
            expiryMonth: method.expiryMonth,
            expiryYear: method.expiryYear,
            billing: method.billing,
            threeDSecure: proof,
            balanceTransaction: identifiers.balanceTransaction(),
            isLive: intent.isLive
        )
        charge.cvcCheck = cvcCheck(intent, method, hasCVC || method.holdsCVC, outcome)
        charge.receiptEmail = intent.receiptEmail
        charge.shipping = intent.shipping
        charge.statementDescriptor = intent.statementDescriptor
        charge.statementDescriptorSuffix = intent.statementDescriptorSuffix
        charge.transferGroup = intent.transferGroup
        return charge
    }

    private func cvcCheck(
        _ intent: PaymentIntent,
        _ method: PaymentMethod,
        _ hasCVC: Bool,
        _ outcome: Charge.Outcome
    ) -> String? {
        if let forced = intent.forcedCVCCheck { return forced }
        if outcome == .declined(.incorrectCVC) { return "fail" }
        return hasCVC ? method.card.checks.cvc ?? "pass" : nil
    }

    /// After a success: the card goes to the customer where that was agreed, and is used up else.
    private func keep(_ method: PaymentMethod, for intent: PaymentIntent, checked: String?) {
        var kept = method
        kept.cvcCheck = checked ?? kept.cvcCheck
        kept.holdsCVC = false
        guard let usage = intent.cardUsage else {
            if kept.customer == nil { kept.use = .usedUp }
            account.methods[method.id] = kept
            return
        }
        kept.isSetUp = kept.isSetUp || usage == .offSession
        guard let customer = intent.customer else {
            kept.use = .savable
            account.methods[method.id] = kept
            return
        }
        kept.customer = customer
        account.putIntoWallet(kept)
        touch(kept.id)
        if method.customer == nil { emit(.methodAttached, .paymentMethod(kept)) }
    }
}
