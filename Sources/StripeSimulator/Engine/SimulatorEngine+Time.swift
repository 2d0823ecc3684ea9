extension SimulatorEngine {
    /// A hold on the card's money: seven days on most networks.
    static let authorizationSeconds: Int64 = 7 * 86_400

    /// Does what time alone does.
    func passTime() {
        now = clock.now()
        while let due = attempts.popFirst(before: now - switches.attemptSeconds) {
            lapse(due.intent, startedAt: due.since)
        }
        while let due = authorizations.popFirst(before: now - SimulatorEngine.authorizationSeconds)
        {
            expireAuthorization(of: due.intent, since: due.since)
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

    private func expireAuthorization(of id: String, since: Int64) {
        guard var intent = account.intent(id), intent.status == .requiresCapture else { return }
        release(intent)
        // Not when somebody looks again.
        let end = since + SimulatorEngine.authorizationSeconds
        intent.cancel(reason: CancellationReason.automatic, at: end)
        account.store(intent)
    }
}
