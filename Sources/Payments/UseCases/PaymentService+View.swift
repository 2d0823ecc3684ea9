// What an attempt's state is to the outside: one table.

extension PaymentService {
    /// The answer to a request that asked for `payment`.
    func answer(of payment: Payment, isReplay: Bool) -> PaymentAnswer {
        if payment.state == .canceled, payment.closing == .refused {
            return .refused(.unavailable)
        }
        return .standing(view(of: payment, isReplay: isReplay))
    }

    func view(of payment: Payment, isReplay: Bool) -> PaymentView {
        PaymentView(
            payment: payment.id,
            intent: payment.intent,
            amount: payment.taken,
            standing: standing(of: payment),
            isReplay: isReplay,
            fulfillment: payment.fulfillment,
            refunded: payment.refunded,
            customer: payment.card.customer
        )
    }

    /// What somebody sees who may have met another person's payment by chance: nothing.
    func blindView(of payment: Payment) -> PaymentView {
        PaymentView(
            payment: payment.id,
            intent: nil,
            amount: payment.taken,
            standing: .duplicateSuspected,
            isReplay: true
        )
    }

    private func standing(of payment: Payment) -> Standing {
        switch payment.state {
        case .succeeded: .succeeded(payment.clientSecret)
        case .requiresAction: payment.clientSecret.map(Standing.requiresAction) ?? .unknown
        case .declined: .declined(payment.closing ?? Closing(code: "card_declined"))
        case .expired: .expired
        case .canceled: .canceled(payment.closing ?? .canceled)
        case .processing: .processing
        case .open: .notAttempted(payment.clientSecret)
        case .requiresCustomer: .requiresCustomer(payment.method)
        case .creating, .confirming, .authorized, .capturing, .canceling, .unresolved,
            .quarantined, .unrecognised:
            .unknown
        }
    }
}

extension PaymentView {
    func standing(as standing: Standing) -> PaymentView {
        PaymentView(
            payment: payment,
            intent: intent,
            amount: amount,
            standing: standing,
            isReplay: isReplay,
            fulfillment: fulfillment,
            refunded: refunded,
            customer: customer
        )
    }
}
