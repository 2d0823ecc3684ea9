import Money
public import Payments

extension Oracle {
    /// What went back, by Stripe's book and by the ledger.
    public func checkRefunds(told: [RefundView]) {
        for payment in world.database.payments {
            let ledger = world.database.refunds(of: payment.id)
            checkKeys(ledger)
            checkBook(payment, ledger)
        }
        for view in told { check(view) }
    }

    /// Whoever asks for a refund again when all is over is told what came of it.
    public func checkKnown(open requests: [RefundRequest]) {
        for request in requests {
            violate(.resolved, "nobody knows what came of a refund of \(request.payment)")
        }
    }

    private func checkKeys(_ ledger: [Refund]) {
        let keys = ledger.compactMap { $0.order?.key }
        if Set(keys).count != keys.count { violate(.refundedOnce, "one key is two refunds") }
        for refund in ledger where refund.state.isOpen && world.looksAfterRefunds {
            violate(.resolved, "\(refund.id) is still \(refund.state.word)")
        }
    }

    private func checkBook(_ payment: Payment, _ ledger: [Refund]) {
        guard let intent = payment.intent else { return }
        // Whether its money is what was asked a person says first; until then the hint stays.
        guard payment.state != .quarantined || payment.charged != nil else { return }
        let given = world.stripe.refunds.filter { $0.intent == intent && $0.status != "failed" }
        let known = ledger.filter(\.state.isWithStripe)
        if Set(given.map(\.id)) != Set(known.compactMap(\.stripeName)) {
            violate(.refundedOnce, "\(payment.id): Stripe gave \(given), we know \(known)")
        }
        let sum = given.reduce(0) { $0 + $1.amount }
        if payment.refunded != sum {
            violate(.refundedOnce, "\(payment.id) shows \(payment.refunded) of \(sum) refunded")
        }
        if sum > payment.taken.minorUnits {
            violate(.refundedOnce, "\(payment.id) was given back more than was paid")
        }
    }

    /// Who was told that money went back can see it at Stripe; who was told that none did, none.
    private func check(_ view: RefundView) {
        let given = world.stripe.refunds.filter { $0.isFor(view.id) && $0.status != "failed" }
        let isRight: Bool
        switch view.state {
        case .succeeded, .pending: isRight = given.count == 1
        case .failed: isRight = given.isEmpty
        case .requested, .unresolved, .unrecognised: isRight = given.count <= 1
        }
        if !isRight {
            violate(.refundedOnce, "\(view.id) was told \(view.state.word), Stripe gave \(given)")
        }
    }
}
