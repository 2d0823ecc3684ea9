import Money

/// Reads Stripe's word about an intent against what was asked. Pure: the answer, the attempt and
/// the time in, the event out.
public struct IntentReading: Sendable {
    public let isLive: Bool

    /// Stripe's window for the second confirm.
    /// https://docs.stripe.com/payments/accept-a-payment-synchronously
    public static let windowSeconds: Int64 = 3600

    public init(isLive: Bool) {
        self.isLive = isLive
    }

    /// The event that `intent` is to `payment`.
    ///
    /// - Parameters:
    ///   - intent: what Stripe says.
    ///   - payment: what was asked.
    ///   - stripeSeconds: Stripe's time of the answer, in seconds since 1970.
    ///   - sendIsOpen: whether an earlier send of the newest step has no answer yet.
    /// - Returns: `mismatched` where the answer is about something else.
    public func event(
        of intent: IntentSnapshot,
        for payment: Payment,
        stripeSeconds: Int64?,
        sendIsOpen: Bool
    ) -> PaymentEvent {
        guard matches(intent, payment) else { return .mismatched }
        let age = stripeSeconds.flatMap { now in
            payment.times.actionStripeSeconds.map { now - $0 }
        }
        let finding = finding(of: intent, payment, ageOfChallenge: age)
        let isOpen = sendIsOpen && !shows(finding, payment.operation)
        return .found(finding, sendIsOpen: isOpen)
    }

    /// A hold is what the create or the confirm came to, so that nothing of that step is open.
    private func shows(_ finding: Finding, _ operation: Operation) -> Bool {
        guard case .requiresCapture = finding else { return false }
        switch operation.name {
        case .create, .confirm: return true
        case .capture, .cancel: return false
        }
    }

    /// Not compared: the payment method, since a test name becomes a new one at each use.
    private func matches(_ intent: IntentSnapshot, _ payment: Payment) -> Bool {
        agrees(intent, with: payment)
            && intent.paymentID == payment.id.description
            && intent.customer == payment.card.customer?.description
            && (payment.intent == nil || payment.intent == intent.id)
            && intent.isLive == isLive
            // Money that is held and that nobody asked to be held would never be taken.
            && (intent.status != IntentReading.held || payment.card.cvcPolicy == .refuse)
    }

    /// What was taken over by a person's word is what was taken, and not what was asked.
    private func agrees(_ intent: IntentSnapshot, with payment: Payment) -> Bool {
        let expected = payment.taken
        let amount = payment.charged == nil ? intent.amount : intent.moved
        return amount == expected.minorUnits && intent.currency == expected.currency.code
    }

    private static let held = "requires_capture"

    private func finding(
        of intent: IntentSnapshot,
        _ payment: Payment,
        ageOfChallenge: Int64?
    ) -> Finding {
        if let finding = finding(of: intent, peculiarTo: payment) { return finding }
        return switch intent.status {
        case "succeeded": .succeeded
        case "requires_action", "requires_source_action": .requiresAction
        case "requires_confirmation": .requiresConfirmation
        case IntentReading.held: .requiresCapture(intent.cvcCheck)
        case "requires_payment_method", "requires_source":
            .requiresPaymentMethod(
                intent.lastError ?? Closing(code: "card_declined"),
                isLapsed: intent.lastError?.code == IntentReading.lapsedCode
                    || (ageOfChallenge ?? 0) > IntentReading.windowSeconds
            )
        case "canceled": .canceled
        case "processing": .processing
        case let word: .other(word)
        }
    }

    /// What a status means in this payment's flow alone.
    private func finding(of intent: IntentSnapshot, peculiarTo payment: Payment) -> Finding? {
        switch (payment.purchase.flow, intent.status) {
        // We made the try. The app comes here with the next card, and not to Stripe.
        case (.appConfirmed, "requires_payment_method") where payment.method != nil,
            (.appConfirmed, "requires_source") where payment.method != nil:
            .failedOpen(intent.lastError ?? Closing(code: "card_declined"))
        case (.appConfirmed, "requires_payment_method"), (.appConfirmed, "requires_source"),
            (.appConfirmed, "requires_confirmation"), (.appConfirmed, "requires_action"),
            (.appConfirmed, "requires_source_action"):
            .open
        // A try with the customer there ends with another error, or with a challenge.
        case (.offSession, "requires_payment_method"), (.offSession, "requires_source"):
            intent.lastError?.code == IntentReading.awayCode ? .requiresCustomer : nil
        case (.onSession, _), (.offSession, _), (.appConfirmed, _): nil
        }
    }

    /// https://docs.stripe.com/error-codes#authentication-required
    private static let awayCode = "authentication_required"
    private static let lapsedCode = "payment_intent_payment_attempt_expired"
}
