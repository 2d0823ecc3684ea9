extension SimulatorEngine {
    /// A hold on the card's money: seven days on most networks.
    static let authorizationSeconds: Int64 = 7 * 86_400

    /// What ends by itself.
    private enum Ending {
        case attempt, authorization, refund
    }

    /// Does what time alone does, in the order in which it falls due: not before somebody looks,
    /// but as if it had been done then.
    func passTime() {
        now = clock.now()
        cause = nil
        while let next = nextEnding, next.due <= now {
            due = next.due
            perform(next.ending)
        }
        due = nil
    }

    private var nextEnding: (ending: Ending, due: Int64)? {
        var next: (ending: Ending, due: Int64)?
        func consider(_ ending: Ending, _ line: WaitingLine, after seconds: Int64) {
            guard let since = line.earliest, since + seconds < next?.due ?? .max else { return }
            next = (ending, since + seconds)
        }
        // At the hour itself a confirm is still in time.
        consider(.attempt, attempts, after: switches.attemptSeconds + 1)
        consider(.authorization, authorizations, after: SimulatorEngine.authorizationSeconds + 1)
        consider(.refund, refunds, after: switches.refundSeconds)
        return next
    }

    private func perform(_ ending: Ending) {
        switch ending {
        case .attempt:
            if let (id, since) = attempts.popFirst() { lapse(id, startedAt: since) }
        case .authorization:
            if let (id, since) = authorizations.popFirst() { expireAuthorization(id, since: since) }
        case .refund:
            if let (id, _) = refunds.popFirst() { completeRefund(id) }
        }
    }

    /// More than an hour went by since the server's confirm, and no second one came.
    private func lapse(_ id: String, startedAt: Int64) {
        guard var intent = account.intent(id), let attempt = intent.attempt,
            attempt.startedAt == startedAt, intent.confirmationMethod == .manual,
            intent.status == .requiresAction || intent.status == .requiresConfirmation
        else { return }
        var error = lapsedAttempt
        error.paymentMethod = account.methods[attempt.method].map { renderer.json($0) }
        useUp(attempt.method)
        intent.fail(error.lastPaymentError, charge: nil)
        account.store(intent)
        emit(.intentFailed, .paymentIntent(intent))
    }

    private var lapsedAttempt: StripeError {
        guard switches.lapsedAttemptCode == "payment_intent_payment_attempt_expired" else {
            return .authenticationFailure
        }
        return StripeError(
            code: switches.lapsedAttemptCode,
            "The latest payment attempt of this PaymentIntent has expired. You can provide "
                + "payment_method_data or a new PaymentMethod to attempt to fulfill this "
                + "PaymentIntent again."
        )
    }

    private func expireAuthorization(_ id: String, since: Int64) {
        guard var intent = account.intent(id), intent.status == .requiresCapture else { return }
        if let charge = release(intent) { emit(.chargeExpired, .charge(charge)) }
        // Not when somebody looks again.
        let end = since + SimulatorEngine.authorizationSeconds
        intent.cancel(reason: CancellationReason.automatic, at: end)
        account.store(intent)
        emit(.intentCanceled, .paymentIntent(intent))
    }
}
