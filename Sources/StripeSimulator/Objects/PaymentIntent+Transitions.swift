import JSON

/// What happens to a PaymentIntent. The caller has checked that it may.
extension PaymentIntent {
    /// Takes a payment method; a challenge that was open for another one is over.
    mutating func take(method: String) {
        guard method != paymentMethod || status == .requiresPaymentMethod else { return }
        paymentMethod = method
        status = .requiresConfirmation
        nextAction = nil
        attempt = nil
    }

    mutating func sendToCustomer(
        _ action: NextAction,
        isFrictionless: Bool,
        hasCVC: Bool,
        at now: Int64
    ) {
        guard let paymentMethod else { preconditionFailure("no card to authenticate") }
        status = .requiresAction
        nextAction = action
        attempt = OpenAttempt(
            method: paymentMethod,
            startedAt: now,
            isFrictionless: isFrictionless,
            hasCVC: hasCVC
        )
    }

    /// The customer has proved who they are; the server is next.
    mutating func authenticate() {
        status = .requiresConfirmation
        nextAction = nil
        attempt?.isAuthenticated = true
    }

    mutating func settle(charge: String) {
        latestCharge = charge
        nextAction = nil
        lastPaymentError = nil
        attempt = nil
        if capturesManually {
            status = .requiresCapture
            amountCapturable = amount
        } else {
            status = .succeeded
            amountReceived = amount
        }
    }

    /// The attempt is over without money.
    mutating func fail(_ error: JSONValue, charge: String?) {
        status = .requiresPaymentMethod
        lastPaymentError = error
        if let charge { latestCharge = charge }
        paymentMethod = nil
        nextAction = nil
        attempt = nil
    }

    mutating func capture(_ captured: Int64) {
        status = .succeeded
        amountReceived = captured
        amountCapturable = 0
    }

    mutating func cancel(reason: String?, at now: Int64) {
        status = .canceled
        canceledAt = now
        cancellationReason = reason
        amountCapturable = 0
        nextAction = nil
        attempt = nil
    }
}
