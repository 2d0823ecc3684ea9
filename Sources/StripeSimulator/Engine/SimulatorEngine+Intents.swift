import JSON

extension SimulatorEngine {
    func create(_ command: CreateIntent) throws(StripeError) -> JSONValue {
        let owner = try command.customer.map(customer)
        try checkToken(command.terms.cardOptions.cvcToken)
        let id = identifiers.paymentIntent()
        var intent = PaymentIntent(
            id: id,
            clientSecret: identifiers.clientSecret(of: id),
            number: account.intents.nextNumber,
            created: now,
            confirmationMethod: command.confirmationMethod,
            amount: command.amount,
            currency: command.currency
        )
        intent.customer = owner?.id
        intent.automaticPaymentMethods = command.automaticPaymentMethods
        if command.automaticPaymentMethods?.isEnabled == true {
            intent.paymentMethodTypes = ["card", "link"]
        }
        intent.metadata = try command.metadata.applied(to: Metadata())
        command.terms.apply(to: &intent)
        command.descriptors.apply(to: &intent)
        if let source = command.terms.method { try take(source, into: &intent) }
        account.store(intent)
        emit(.intentCreated, .paymentIntent(intent))
        if command.confirms {
            try attempt(&intent, command.attempt, cvcToken: command.terms.cardOptions.cvcToken)
        }
        return renderer.json(intent, expanding: command.expansion)
    }

    func update(
        _ present: PaymentIntent,
        _ command: UpdateIntent
    ) throws(StripeError) -> JSONValue {
        var intent = present
        let guarded = [
            ("amount", command.amount != nil), ("currency", command.currency != nil),
            ("payment_method", command.terms.method != nil),
        ]
        for (field, isGiven) in guarded where isGiven && !intent.status.isUpdatable {
            throw .notUpdatable(field, intent.status).with(paymentIntent: renderer.json(intent))
        }
        if let reference = command.customer { intent.customer = try customer(reference).id }
        if let currency = command.currency { intent.currency = currency }
        if let amount = command.amount {
            let context = ValidationContext(enforcesMinimumAmount: switches.enforcesMinimumAmount)
            try AmountRule.check(amount, intent.currency, context: context)
            intent.amount = amount
        }
        if let metadata = command.metadata {
            intent.metadata = try metadata.applied(to: intent.metadata)
        }
        command.terms.apply(to: &intent)
        command.descriptors.apply(to: &intent)
        if let source = command.terms.method { try take(source, into: &intent) }
        account.store(intent)
        return renderer.json(intent, expanding: command.expansion)
    }

    func cancel(
        _ present: PaymentIntent,
        _ command: CancelIntent
    ) throws(StripeError) -> JSONValue {
        var intent = present
        guard intent.status.isCancelable else {
            throw .notCancelable(intent.status).with(paymentIntent: renderer.json(intent))
        }
        if intent.status == .requiresCapture { _ = release(intent) }
        intent.cancel(reason: command.reason?.rawValue, at: now)
        account.store(intent)
        emit(.intentCanceled, .paymentIntent(intent))
        return renderer.json(intent, expanding: command.expansion)
    }

    func capture(
        _ present: PaymentIntent,
        _ command: CaptureIntent
    ) throws(StripeError) -> JSONValue {
        var intent = present
        guard intent.status == .requiresCapture, let id = intent.latestCharge,
            var charge = account.charge(id)
        else { throw notCapturable(intent).with(paymentIntent: renderer.json(intent)) }
        let amount = command.amount ?? intent.amountCapturable
        if let refusal = captureRefusal(amount, of: intent) {
            throw refusal.with(paymentIntent: renderer.json(intent))
        }
        if let metadata = command.metadata {
            intent.metadata = try metadata.applied(to: intent.metadata)
        }
        command.descriptors.apply(to: &intent)
        charge.isCaptured = true
        charge.capturedAmount = amount
        charge.refundedAmount = charge.amount - amount
        charge.settlesAt = now
        enter(&charge, amount: amount)
        account.store(charge)
        intent.capture(amount)
        account.store(intent)
        emit(.chargeCaptured, .charge(charge))
        emit(.intentSucceeded, .paymentIntent(intent))
        dispute(charge)
        return renderer.json(intent, expanding: command.expansion)
    }

    private func notCapturable(_ intent: PaymentIntent) -> StripeError {
        let wasManual = intent.status == .succeeded && intent.capturesManually
        return wasManual ? .alreadyCaptured : .notCapturable(intent.status)
    }

    private func captureRefusal(_ amount: Int64, of intent: PaymentIntent) -> StripeError? {
        if amount < 0 {
            return StripeError("Invalid non-negative integer", parameter: "amount_to_capture")
        }
        if amount == 0 { return .belowOne("amount") }
        return amount > intent.amountCapturable ? .tooMuchToCapture : nil
    }

    /// Gives up the hold on the card's money.
    func release(_ intent: PaymentIntent) -> Charge? {
        guard let id = intent.latestCharge, var charge = account.charge(id) else { return nil }
        charge.refundedAmount = charge.amount
        account.store(charge)
        return charge
    }
}
