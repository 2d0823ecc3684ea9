import JSON

extension SimulatorEngine {
    func confirm(
        _ present: PaymentIntent,
        _ command: ConfirmIntent,
        for caller: Caller
    ) throws(StripeError) -> JSONValue {
        try checkSecret(command.clientSecret, of: present, caller)
        if caller.isPublishable, present.confirmationMethod == .manual {
            throw .manualNeedsSecretKey(present.id)
                .with(paymentIntent: renderer.publicJSON(present))
        }
        if let refusal = confirmRefusal(present, command) {
            throw refusal.with(paymentIntent: show(present, to: caller, .none))
        }
        try checkToken(command.terms.cardOptions.cvcToken)
        var intent = present
        command.terms.apply(to: &intent)
        if let source = command.terms.method { try take(source, into: &intent) }
        try attempt(&intent, command.attempt, cvcToken: command.terms.cardOptions.cvcToken)
        return show(intent, to: caller, command.expansion)
    }

    private func confirmRefusal(
        _ intent: PaymentIntent,
        _ command: ConfirmIntent
    ) -> StripeError? {
        switch intent.status {
        case .requiresConfirmation:
            return nil
        case .requiresPaymentMethod:
            let hasMethod = command.terms.method != nil || intent.paymentMethod != nil
            return hasMethod ? nil : .missingMethod(customer: intent.customer)
        case .requiresAction:
            guard !switches.restartsInRequiresAction else { return nil }
            return .notConfirmable(intent.status, confirmable: "requires_confirmation")
        case .canceled where command.terms.method != nil:
            return .notUpdatable("payment_method", intent.status)
        case .processing, .requiresCapture, .canceled, .succeeded, .other:
            return .notConfirmable(
                intent.status,
                confirmable: "requires_confirmation, requires_action"
            )
        }
    }

    /// Tries to pay. The intent is stored, whatever comes of it.
    ///
    /// - Throws: a refusal that left the intent as it was, or the decline that it now shows.
    func attempt(
        _ intent: inout PaymentIntent,
        _ terms: AttemptTerms,
        cvcToken: String?
    ) throws(StripeError) {
        if intent.mayRedirect, terms.returnURL == nil {
            throw .returnURLRequired.with(paymentIntent: renderer.json(intent))
        }
        guard let id = intent.paymentMethod, let method = account.methods[id] else {
            throw .missingMethod(customer: intent.customer)
                .with(paymentIntent: renderer.json(intent))
        }
        try checkUse(of: method, by: intent)
        var terms = terms
        terms.hasCVC = cvcToken != nil || intent.attempt?.hasCVC == true
        if method.customer != nil, intent.cardOptions.requiresCVCRecollection == true,
            !terms.hasCVC, !terms.isOffSession
        {
            throw .securityCodeRequired.with(paymentIntent: renderer.json(intent))
        }
        try countConfirm(of: &intent)
        if let cvcToken { account.tokens[cvcToken]?.isUsed = true }
        let verdict = CardIssuer.verdict(
            on: CardIssuer.Attempt(
                card: method.card,
                isOffSession: terms.isOffSession,
                isSetUp: method.isSetUp,
                isAuthenticated: intent.attempt?.isAuthenticated == true,
                asksForAuthentication: intent.cardOptions.requestThreeDSecure != .automatic
            )
        )
        try apply(verdict, to: &intent, method, terms)
    }

    private func countConfirm(of intent: inout PaymentIntent) throws(StripeError) {
        intent.confirmCount += 1
        guard switches.confirmLimit > 0, intent.confirmCount > switches.confirmLimit else { return }
        intent.cancel(reason: CancellationReason.automatic, at: now)
        account.store(intent)
        emit(.intentCanceled, .paymentIntent(intent))
        throw .notConfirmable(intent.status, confirmable: "requires_confirmation, requires_action")
            .with(paymentIntent: renderer.json(intent))
    }

    private func apply(
        _ verdict: CardIssuer.Verdict,
        to intent: inout PaymentIntent,
        _ method: PaymentMethod,
        _ terms: AttemptTerms
    ) throws(StripeError) {
        switch verdict {
        case .approved:
            settle(&intent, method, hasCVC: terms.hasCVC)
        case .declined(let decline):
            throw refuse(&intent, method, decline, terms.hasCVC, charging: .declined(decline))
        case .blocked:
            throw refuse(&intent, method, blocked, terms.hasCVC, charging: .blocked(blocked))
        case .needsAuthentication where terms.errorOnRequiresAction:
            throw refuse(&intent, method, .authenticationNotHandled, charging: nil)
        case .needsAuthentication where terms.isOffSession:
            let decline = Decline.authenticationRequired
            let makesCharge = switches.authenticationRequiredMakesCharge
            throw refuse(
                &intent,
                method,
                decline,
                terms.hasCVC,
                charging: makesCharge ? .declined(decline) : nil
            )
        case .needsAuthentication:
            sendToCustomer(&intent, method, terms)
        }
    }
}
