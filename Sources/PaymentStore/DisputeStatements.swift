import Payments
import Postgres

/// The statements over disputes.
enum DisputeStatements {
    static func ledger(of payment: PaymentID, _ dispute: DisputeID) -> SQL {
        """
        SELECT p.event_number, d.status, d.funds
        FROM payments p LEFT JOIN disputes d
            ON d.payment_id = p.id AND d.id = \(dispute.description)
        WHERE p.id = \(payment.description)
        """
    }

    static func ledger(
        from row: Row,
        of payment: PaymentID
    ) throws(DatabaseError) -> DisputeLedger {
        var columns = ColumnReader(row)
        let version = try columns.int64()
        let status = try columns.optionalString()
        let funds = try columns.optionalName(DisputeFunds.init(rawValue:))
        let known = status.flatMap { status in
            funds.map { DisputeStanding(status: status, funds: $0) }
        }
        return DisputeLedger(payment: payment, version: version, known: known)
    }

    static func standing(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> DisputeStanding {
        DisputeStanding(
            status: try columns.string(),
            funds: try columns.name(DisputeFunds.init(rawValue:))
        )
    }

    /// One statement: where nothing has happened to the payment since the ledger was read, the
    /// dispute and the event are written together.
    static func write(_ change: DisputeChange) -> SQL {
        """
        WITH paid AS (\(advance(change))
        ), written AS (\(upsert(change))
        )
        INSERT INTO payment_events (
            payment_id, number, at, word, detail, state, instance, previous_hash, hash
        )
        SELECT id, event_number, now(), \(change.event), \(change.eventDetail), state,
            \(change.instance.description), previous_event_hash, event_hash
        FROM paid
        RETURNING payment_id
        """
    }

    private static func advance(_ change: DisputeChange) -> SQL {
        """

        UPDATE payments p SET
            event_number = p.event_number + 1,
            previous_event_hash = p.event_hash,
            event_hash = event_hash(
                p.event_hash, p.id, p.event_number + 1, now(), \(change.event),
                \(change.eventDetail), p.state, \(change.instance.description), NULL,
                NULL, NULL, NULL, NULL, NULL
            )
        WHERE p.id = \(change.ledger.payment.description)
            AND p.event_number = \(change.ledger.version)
        RETURNING p.id, p.state, p.event_number, p.event_hash, p.previous_event_hash
        """
    }

    private static func upsert(_ change: DisputeChange) -> SQL {
        let dispute = change.dispute
        return """

            INSERT INTO disputes (id, payment_id, amount, currency, reason, status, funds)
            SELECT \(dispute.id.description), id, \(dispute.minorUnits), \(dispute.currencyCode),
                \(dispute.reason), \(dispute.standing.status), \(dispute.standing.funds.rawValue)
            FROM paid
            ON CONFLICT (id) DO UPDATE SET
                amount = excluded.amount,
                reason = excluded.reason,
                status = excluded.status,
                funds = excluded.funds,
                changed_at = now()
            """
    }
}
