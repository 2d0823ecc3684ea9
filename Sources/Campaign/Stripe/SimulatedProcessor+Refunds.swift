public import Payments

extension SimulatedProcessor: RefundProcessor {
    public func refundRequest(for draft: RefundDraft) -> FrozenRequest {
        request(
            "/v1/refunds",
            [
                ("payment_intent", draft.intent.description),
                ("amount", String(draft.minorUnits)), ("reason", draft.reason.rawValue),
                ("metadata", draft.id.payment.description), ("number", String(draft.id.number)),
            ]
        )
    }

    public func postRefund(
        _ request: FrozenRequest,
        key: String,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async -> RefundReply {
        await posting("refund", permit, notSent: .notSent, unknown: .unknown, deadline) {
            [self] fault in
            arrive(refund: request, key, fault)
        }
    }

    private func arrive(
        refund request: FrozenRequest,
        _ key: String,
        _ fault: Fault?
    ) -> (RefundReply, Duration) {
        switch fault {
        case .slow(let delay): return (stripe.executeRefund(request, key: key), delay)
        case .executedSlowly(let delay):
            return (stripe.executeRefundSlowly(request, key, delay), delay)
        case .lostWithEffect:
            _ = stripe.executeRefund(request, key: key)
            return (.unknown, .zero)
        case .late(let delay):
            refundAgain(request, key, after: delay)
            return (.unknown, .zero)
        case .duplicated(let delay):
            refundAgain(request, key, after: delay)
            return (stripe.executeRefund(request, key: key), .zero)
        case .lostWithoutEffect: return (.unknown, .zero)
        case .busy, .refused: return (.busy, .zero)
        case .keptFailure(let withEffect):
            return (stripe.executeRefundFailing(request, key: key, withEffect: withEffect), .zero)
        case nil, .crashAfter, .stopBefore, .stopAfter, .saysReplayed:
            return (stripe.executeRefund(request, key: key), .zero)
        case .otherAmount, .unknownWord:
            return (stripe.executeRefund(request, key: key).altered(by: fault), .zero)
        case .crashBefore, .unavailable, .outage, .rejected, .missing: return (.notSent, .zero)
        }
    }

    private func refundAgain(_ request: FrozenRequest, _ key: String, after delay: Duration) {
        stripe.later(delay) { [stripe] in _ = stripe.executeRefund(request, key: key) }
    }

    public func refunds(
        of intent: PaymentIntentID,
        after last: StripeRefundID?,
        deadline: Duration
    ) async -> ReadReply<RefundPage> {
        await read("refunds", deadline) { [stripe] fault in
            stripe.noteRead("refunds \(intent)")
            return stripe.refundPage(of: intent, after: last)
        }
    }
}

extension RefundReply {
    /// An answer with a refund, changed.
    fileprivate func altered(by fault: Fault?) -> RefundReply {
        guard case .refund(let refund, let receipt) = self else { return self }
        let altered = RefundSnapshot(
            id: refund.id,
            status: fault == .unknownWord ? "on_the_moon" : refund.status,
            minorUnits: fault == .otherAmount ? refund.minorUnits + 1 : refund.minorUnits,
            paymentID: refund.paymentID,
            number: refund.number,
            failure: refund.failure
        )
        return .refund(altered, receipt)
    }
}
