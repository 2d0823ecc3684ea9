import Payments

/// How far Stripe's list of events was read, as the row of its turns says.
struct MemoryEventTurn {
    var number: Int64 = 0
    var dueAt: Duration = .zero
    var readThrough: Int64?
}

/// A row of the hints.
struct MemoryHint {
    var lookAt: Duration
    var attempts = 0
    var version: Int64 = 1
}

// Stripe's events, as `PaymentStore` keeps them.

extension MemoryDatabase {
    var isTurnDue: Bool { eventTurn.dueAt <= now }

    func takeTurn(hold: Duration) -> EventTurn? {
        guard isTurnDue else { return nil }
        eventTurn.number += 1
        eventTurn.dueAt = now + hold
        let oldest = rows.values.map(\.claimedAt).min().map { now - $0 }
        return EventTurn(
            number: eventTurn.number,
            readThrough: eventTurn.readThrough,
            oldest: eventTurn.readThrough == nil ? oldest : nil
        )
    }

    func end(_ turn: EventTurn, readThrough: Int64?, pause: Duration) {
        guard turn.number == eventTurn.number else { return }
        if let readThrough {
            eventTurn.readThrough = max(eventTurn.readThrough ?? readThrough, readThrough)
        }
        eventTurn.dueAt = now + pause
    }

    func known(of notices: [StripeNotice]) -> [KnownPayment] {
        let names = notices.compactMap { intents[$0.intent] } + notices.compactMap(\.payment)
        return Set(names).compactMap { rows[$0]?.payment }.map { payment in
            let named = refunds(of: payment.id).compactMap { refund in
                refund.stripeName.map { ($0, refund.state) }
            }
            return KnownPayment(
                id: payment.id,
                intent: payment.intent,
                state: payment.state,
                refunded: payment.refunded,
                refunds: Dictionary(uniqueKeysWithValues: named),
                disputes: disputes(of: payment.id)
            )
        }
    }

    // MARK: Hints

    func write(_ wanted: [Hint], _ turn: EventTurn, hold: Duration) -> Bool {
        guard turn.number == eventTurn.number else { return false }
        eventTurn.dueAt = now + hold
        guard mutation != .hintsForgotten else { return true }
        for hint in wanted {
            let version = (hints[hint]?.version ?? 0) + 1
            hints[hint] = MemoryHint(lookAt: now, version: version)
        }
        return true
    }

    var isHintDue: Bool { hints.values.contains { $0.lookAt <= now } }

    func takeDueHints(atMost count: Int, hold: Duration) -> [TakenHint] {
        let due = hints.filter { $0.value.lookAt <= now }
            .map { (at: $0.value.lookAt, name: "\($0.key.payment) \($0.key.subject.word)", $0.key) }
            .sorted { ($0.at, $0.name) < ($1.at, $1.name) }
            .prefix(count)
        return due.compactMap { _, _, hint in
            hints[hint]?.lookAt = now + hold
            hints[hint]?.attempts += 1
            return hints[hint].map { row in
                TakenHint(hint: hint, attempts: row.attempts, version: row.version)
            }
        }
    }

    func end(_ taken: TakenHint) {
        if hints[taken.hint]?.version == taken.version { hints[taken.hint] = nil }
    }

    func putOff(_ taken: TakenHint, for pause: Duration) {
        if hints[taken.hint]?.version == taken.version { hints[taken.hint]?.lookAt = now + pause }
    }

    // MARK: Disputes

    func disputes(of payment: PaymentID) -> [DisputeID: DisputeStanding] {
        disputeRows[payment] ?? [:]
    }

    func ledger(of payment: PaymentID, _ dispute: DisputeID) -> DisputeLedger? {
        rows[payment].map { row in
            DisputeLedger(
                payment: payment,
                version: Int64(row.events.count),
                known: disputes(of: payment)[dispute]
            )
        }
    }

    func write(_ change: DisputeChange) -> Bool {
        guard var row = rows[change.ledger.payment],
            mutation == .fenceIgnored || Int64(row.events.count) == change.ledger.version
        else {
            nearMisses.fenceLosses += 1
            return false
        }
        disputeRows[change.ledger.payment, default: [:]][change.dispute.id] =
            change.dispute.standing
        row.events.append(change.event)
        store(row)
        return true
    }
}
