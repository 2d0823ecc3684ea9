public import Payments

/// A row of `refunds`. All moments are the database's.
struct MemoryRefund {
    var refund: Refund
    let madeAt: Duration
    var missedAt: Duration?
    var lookAt: Duration?
}

// Refunds, as `PaymentStore` keeps them.

extension MemoryDatabase {
    public func refunds(of payment: PaymentID) -> [Refund] {
        (refundRows[payment] ?? []).map(seen)
    }

    func ledger(of payment: PaymentID) -> RefundLedger? {
        guard let row = rows[payment] else { return nil }
        return RefundLedger(
            payment: seen(row),
            version: Int64(row.events.count),
            refunds: refunds(of: payment)
        )
    }

    func write(_ change: RefundChange) -> Bool {
        let id = change.refund.id
        guard var row = rows[id.payment], isUnchanged(row, since: change.ledger) else {
            nearMisses.fenceLosses += 1
            return false
        }
        var refunds = refundRows[id.payment] ?? []
        let lookAt = change.lookAfter.map { now + $0 }
        if id.number <= refunds.count {
            refunds[id.number - 1].refund = change.refund
            refunds[id.number - 1].lookAt = lookAt
            if change.isMissed { refunds[id.number - 1].missedAt = now }
        } else {
            refunds.append(MemoryRefund(refund: change.refund, madeAt: now, lookAt: lookAt))
        }
        refundRows[id.payment] = refunds
        row.payment.refunded = change.refunded
        if change.endsPayment {
            row.payment.state = change.state
            row.payment.closing = .canceled
            row.changedAt = now
        }
        note(change.outcome, of: row.payment)
        row.events.append(change.event)
        store(row)
        return true
    }

    private func isUnchanged(_ row: MemoryRow, since ledger: RefundLedger) -> Bool {
        mutation == .fenceIgnored || Int64(row.events.count) == ledger.version
    }

    func takeDueRefunds(atMost count: Int, hold: Duration) -> [RefundID] {
        let due = refundRows.values.joined()
            .compactMap { row in row.lookAt.map { (at: $0, id: row.refund.id) } }
            .filter { $0.at <= now }
            .sorted { ($0.at, $0.id.description) < ($1.at, $1.id.description) }
            .prefix(count)
            .map(\.id)
        for id in due { putOff(id, hold) }
        return due
    }

    func putOff(_ id: RefundID, _ pause: Duration?) {
        guard let count = refundRows[id.payment]?.count, id.number <= count else { return }
        refundRows[id.payment]?[id.number - 1].lookAt = pause.map { now + $0 }
    }

    /// What was asked of Stripe under a key of a refund.
    func refundRequest(under key: String) -> FrozenRequest? {
        refundRows.values.joined().first { $0.refund.id.stripeKey == key }?.refund.order?.request
    }

    /// Whether it is not known of some refund how it ended.
    var hasOpenRefunds: Bool {
        refundRows.values.joined().contains { $0.refund.state.isOpen }
    }

    private func seen(_ row: MemoryRefund) -> Refund {
        var seen = row.refund
        seen.ages = RefundAges(
            sinceMade: max(now - row.madeAt, .zero),
            sinceMissed: row.missedAt.map { max(now - $0, .zero) }
        )
        return seen
    }
}
