import Payments

extension Oracle {
    /// What others did at Stripe is known, before anybody asks again and hears it by asking.
    public func checkAdopted() {
        guard world.readsEvents else { return }
        for payment in world.database.payments {
            guard let intent = payment.intent, let status = world.stripe.status(of: intent) else {
                continue
            }
            if payment.state.waitsForPayer, ["succeeded", "canceled"].contains(status) {
                violate(.resolved, "\(payment.id) is \(payment.state.word), at Stripe \(status)")
            }
            checkDisputes(of: payment, intent)
        }
        checkRefunds(told: [])
        for gap in world.database.eventGaps {
            violate(.resolved, "events from \(gap) were never read")
        }
    }

    private func checkDisputes(of payment: Payment, _ intent: PaymentIntentID) {
        let known = world.database.disputes(of: payment.id)
        for dispute in world.stripe.disputes.values where dispute.intent == intent {
            if known[dispute.id] != dispute.standing {
                violate(.resolved, "\(payment.id) is \(dispute), known is \(known)")
            }
            let kinds = world.database.findings.filter { $0.payment == payment.id }.map(\.kind)
            if dispute.standing.status == "lost", !kinds.contains("dispute_lost") {
                violate(.resolved, "nobody was told that \(dispute.id) is lost")
            }
        }
    }
}
