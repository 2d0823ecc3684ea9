import Money
import Payments
import Postgres

/// The statements over refunds. All moments are the database's.
enum RefundStatements {
    // MARK: Reading

    /// The payment first: what is written between the two statements shows in the refunds, and then
    /// the version is too old to write with.
    static func ledger(of payment: PaymentID) -> [SQL] {
        [
            """
            SELECT p.event_number, \(PaymentColumns.list)
            FROM \(PaymentColumns.source)
            WHERE p.id = \(payment.description)
            """,
            """
            SELECT number, state, amount, key, asked, reason, path, body, api_version,
                stripe_seconds, refund, failure, stray,
                greatest(0, extract(EPOCH FROM now() - made_at) * 1000000)::bigint,
                CASE WHEN missed_at IS NOT NULL THEN
                    greatest(0, extract(EPOCH FROM now() - missed_at) * 1000000)::bigint
                END
            FROM refunds WHERE payment_id = \(payment.description) ORDER BY number
            """,
        ]
    }

    static func ledger(from rows: [Rows]) throws(DatabaseError) -> RefundLedger? {
        guard let row = rows[0].first else { return nil }
        var columns = ColumnReader(row)
        let version = try columns.int64()
        let payment = try PaymentColumns.payment(from: &columns)
        let refunds = try rows[1].map { row throws(DatabaseError) in
            try refund(from: row, of: payment.id)
        }
        return RefundLedger(payment: payment, version: version, refunds: refunds)
    }

    private static func refund(
        from row: Row,
        of payment: PaymentID
    ) throws(DatabaseError) -> Refund {
        var columns = ColumnReader(row)
        let id = RefundID(Int(try columns.int64()), of: payment)
        let state = RefundState(word: try columns.string())
        let minorUnits = try columns.int64()
        let order = try order(&columns)
        let stripeName = try columns.optionalName(StripeRefundID.init)
        let failure = try columns.optionalString()
        return Refund(
            id: id,
            state: state,
            minorUnits: minorUnits,
            stray: try columns.optionalName(PaymentIntentID.init),
            order: order,
            stripeName: stripeName,
            failure: failure,
            ages: RefundAges(
                sinceMade: try columns.age(),
                sinceMissed: try columns.optionalInt64().map { .microseconds($0) }
            )
        )
    }

    private static func order(_ columns: inout ColumnReader) throws(DatabaseError) -> RefundOrder? {
        let key = try columns.optionalString()
        let asked = try columns.optionalInt64()
        let reason = try columns.optionalName { RefundReason(rawValue: $0) }
        let path = try columns.optionalString()
        let body = try columns.optionalBytes()
        let apiVersion = try columns.optionalString()
        let stripeSeconds = try columns.optionalInt64()
        guard let key, let reason, let path, let body, let apiVersion else { return nil }
        return RefundOrder(
            key: key,
            asked: asked,
            reason: reason,
            request: FrozenRequest(path: path, body: body, apiVersion: apiVersion),
            stripeSeconds: stripeSeconds
        )
    }

    // MARK: Writing

    /// One statement: where nothing has happened to the payment since the ledger was read, the
    /// refund, the payment's sum and the event are written together.
    static func write(_ change: RefundChange) -> SQL {
        """
        WITH paid AS (\(advance(change))
        ), written AS (\(upsert(change))
        ), told AS (\(insertFulfillment(change))
        )\(insertEvent(change))
        """
    }

    private static func advance(_ change: RefundChange) -> SQL {
        let receipt = change.receipt
        let step = step(change)
        return """

            UPDATE payments p SET
                refunded = \(change.refunded),
                state = \(change.state.word),
                closing_code = CASE
                    WHEN \(change.endsPayment) THEN \(Closing.canceled.code) ELSE p.closing_code
                END,
                changed_at = CASE WHEN \(change.endsPayment) THEN now() ELSE p.changed_at END,
                event_number = p.event_number + 1,
                previous_event_hash = p.event_hash,
                event_hash = event_hash(
                    p.event_hash, p.id, p.event_number + 1, now(), \(change.event),
                    \(change.eventDetail), \(change.state.word),
                    \(change.instance.description), 'refund',
                    \(Int64(change.refund.id.number)), \(receipt.map { Int64($0.status) }),
                    \(receipt?.requestID), \(receipt?.isReplay), \(receipt?.stripeSeconds),
                    \(step.name), \(step.digest)
                )
            WHERE p.id = \(change.refund.id.payment.description)
                AND p.event_number = \(change.ledger.version)
            RETURNING p.id, p.state, p.event_number, p.event_hash, p.previous_event_hash
            """
    }

    /// Of a row that is there only what can change does.
    private static func upsert(_ change: RefundChange) -> SQL {
        let (refund, order) = (change.refund, change.refund.order)
        let lookAfter = change.lookAfter?.wholeMicroseconds
        return """

            INSERT INTO refunds (
                payment_id, number, state, amount, key, asked, reason, path, body, api_version,
                stripe_seconds, refund, failure, stray, look_at
            )
            SELECT id, \(Int64(refund.id.number)), \(refund.state.word), \(refund.minorUnits),
                \(order?.key), \(order?.asked), \(order?.reason.rawValue),
                \(order?.request.path), \(order?.request.body), \(order?.request.apiVersion),
                \(order?.stripeSeconds), \(refund.stripeName?.description), \(refund.failure),
                \(refund.stray?.description),
                now() + \(lookAfter) * interval '1 microsecond'
            FROM paid
            ON CONFLICT (payment_id, number) DO UPDATE SET
                state = excluded.state,
                refund = excluded.refund,
                failure = excluded.failure,
                look_at = excluded.look_at,
                missed_at = CASE WHEN \(change.isMissed) THEN now() ELSE refunds.missed_at END
            """
    }

    /// A payment that ends with its refund is news to the shop.
    private static func insertFulfillment(_ change: RefundChange) -> SQL {
        let told = change.outcome.map { FulfillmentID($0, of: change.refund.id.payment) }
        return """

            INSERT INTO fulfillments (id, payment_id, type, try_at, attempts)
            SELECT \(told?.description), id, \(told?.type), now(), 0
            FROM paid WHERE \(told?.description)::text IS NOT NULL
            ON CONFLICT (id) DO NOTHING
            """
    }

    private static func insertEvent(_ change: RefundChange) -> SQL {
        let receipt = change.receipt
        let step = step(change)
        return """

            INSERT INTO payment_events (
                payment_id, number, at, word, detail, state, instance, operation_name,
                operation_number, answer_status, answer_request_id, answer_is_replay,
                answer_stripe_seconds, previous_hash, hash, step_name, step_digest
            )
            SELECT id, event_number, now(), \(change.event), \(change.eventDetail), state,
                \(change.instance.description), 'refund', \(Int64(change.refund.id.number)),
                \(receipt.map { Int64($0.status) }), \(receipt?.requestID), \(receipt?.isReplay),
                \(receipt?.stripeSeconds), previous_event_hash, event_hash, \(step.name),
                \(step.digest)
            FROM paid
            RETURNING payment_id
            """
    }

    /// The request, where this change makes it durable.
    private static func step(_ change: RefundChange) -> (name: String?, digest: SQL) {
        guard change.ledger.refund(change.refund.id) == nil,
            let request = change.refund.order?.request
        else { return (nil, "NULL::bytea") }
        let digest: SQL = "step_digest(\(request.path), \(request.apiVersion), \(request.body))"
        return ("refund", digest)
    }

    // MARK: Looking

    /// The words that this program knows how to look at; others belong to a newer one.
    static func takeDue(atMost count: Int, hold: Duration) -> SQL {
        """
        UPDATE refunds SET look_at = now() + \(hold.wholeMicroseconds) * interval '1 microsecond'
        WHERE (payment_id, number) IN (
            SELECT payment_id, number FROM refunds
            WHERE look_at <= now()
                AND state IN ('requested', 'unresolved', 'pending', 'succeeded')
            ORDER BY look_at
            LIMIT \(count)
            FOR NO KEY UPDATE SKIP LOCKED
        )
        RETURNING payment_id, number
        """
    }

    static func due(from row: Row) throws(DatabaseError) -> RefundID {
        var columns = ColumnReader(row)
        let payment = try columns.name(PaymentID.init)
        return RefundID(Int(try columns.int64()), of: payment)
    }

    static func putOff(_ refund: RefundID, for pause: Duration?) -> SQL {
        """
        UPDATE refunds
        SET look_at = now() + \(pause?.wholeMicroseconds) * interval '1 microsecond'
        WHERE payment_id = \(refund.payment.description) AND number = \(Int64(refund.number))
        """
    }
}
