import Payments
import Postgres

/// The statements over Stripe's events and what they hint at. All moments are the database's.
enum EventStatements {
    // MARK: The turn

    static func takeTurn(hold: Duration) -> SQL {
        """
        INSERT INTO stripe_event_turns AS t (id, number, due_at)
        VALUES (1, 1, now() + \(hold.wholeMicroseconds) * interval '1 microsecond')
        ON CONFLICT (id) DO UPDATE SET number = t.number + 1, due_at = excluded.due_at
        WHERE t.due_at <= now()
        RETURNING number, read_through,
            CASE WHEN read_through IS NULL THEN (
                SELECT (extract(EPOCH FROM now() - min(claimed_at)) * 1000000)::bigint
                FROM payments
            ) END
        """
    }

    static func turn(from row: Row) throws(DatabaseError) -> EventTurn {
        var columns = ColumnReader(row)
        return EventTurn(
            number: try columns.int64(),
            readThrough: try columns.optionalInt64(),
            oldest: try columns.optionalInt64().map { .microseconds($0) }
        )
    }

    static func end(_ turn: EventTurn, readThrough: Int64?, pause: Duration) -> SQL {
        """
        UPDATE stripe_event_turns SET
            read_through = greatest(read_through, \(readThrough)),
            due_at = now() + \(pause.wholeMicroseconds) * interval '1 microsecond'
        WHERE id = 1 AND number = \(turn.number)
        """
    }

    /// Moments in seconds since 1970, by Stripe's clock.
    static func noteGap(from: Int64, to: Int64) -> SQL {
        FindingStatements.note(
            about: "stripe_events",
            "events_missed",
            "events created from \(from) to \(to) were never read"
        )
    }

    // MARK: What is known

    /// Each along a primary key, for a page of 100 events.
    static func known(of notices: [StripeNotice]) -> [SQL] {
        let intents = notices.map(\.intent.description)
        let names = notices.compactMap { $0.payment?.description }
        let disputes = notices.compactMap { notice in
            if case .dispute(let dispute) = notice { dispute.id.description } else { nil }
        }
        let refunds = notices.compactMap { notice -> String? in
            if case .refund(let id, status: _, of: _) = notice { id.description } else { nil }
        }
        return [
            """
            SELECT p.id, p.intent, p.state, p.refunded
            FROM payment_intents n JOIN payments p ON p.id = n.payment_id
            WHERE n.intent = ANY(\(intents))
            UNION
            SELECT p.id, p.intent, p.state, p.refunded FROM payments p WHERE p.id = ANY(\(names))
            """,
            """
            SELECT r.payment_id, r.refund, r.state
            FROM payment_intents n JOIN refunds r ON r.payment_id = n.payment_id
            WHERE n.intent = ANY(\(intents)) AND r.refund = ANY(\(refunds))
            """,
            """
            SELECT payment_id, id, status, funds FROM disputes WHERE id = ANY(\(disputes))
            """,
        ]
    }

    static func known(from rows: [Rows]) throws(DatabaseError) -> [KnownPayment] {
        let refunds = try refunds(from: rows[1])
        let disputes = try disputes(from: rows[2])
        return try rows[0].map { row throws(DatabaseError) in
            var columns = ColumnReader(row)
            let id = try columns.name(PaymentID.init)
            return KnownPayment(
                id: id,
                intent: try columns.optionalName(PaymentIntentID.init),
                state: PaymentState(word: try columns.string()),
                refunded: try columns.int64(),
                refunds: refunds[id] ?? [:],
                disputes: disputes[id] ?? [:]
            )
        }
    }

    private static func refunds(
        from rows: Rows
    ) throws(DatabaseError) -> [PaymentID: [StripeRefundID: RefundState]] {
        var known: [PaymentID: [StripeRefundID: RefundState]] = [:]
        for row in rows {
            var columns = ColumnReader(row)
            let payment = try columns.name(PaymentID.init)
            let refund = try columns.name(StripeRefundID.init)
            known[payment, default: [:]][refund] = RefundState(word: try columns.string())
        }
        return known
    }

    private static func disputes(
        from rows: Rows
    ) throws(DatabaseError) -> [PaymentID: [DisputeID: DisputeStanding]] {
        var known: [PaymentID: [DisputeID: DisputeStanding]] = [:]
        for row in rows {
            var columns = ColumnReader(row)
            let payment = try columns.name(PaymentID.init)
            let dispute = try columns.name(DisputeID.init)
            known[payment, default: [:]][dispute] = try DisputeStatements.standing(&columns)
        }
        return known
    }

    // MARK: Hints

    static func write(_ hints: [Hint], _ turn: EventTurn, hold: Duration) -> SQL {
        """
        WITH turn AS (
            UPDATE stripe_event_turns
            SET due_at = now() + \(hold.wholeMicroseconds) * interval '1 microsecond'
            WHERE id = 1 AND number = \(turn.number)
            RETURNING number
        ), written AS (
            INSERT INTO stripe_hints AS known (payment_id, subject, look_at)
            SELECT hint.payment, hint.subject, now()
            FROM turn, unnest(
                \(hints.map(\.payment.description)), \(hints.map(\.subject.word))
            ) AS hint (payment, subject)
            ON CONFLICT (payment_id, subject) DO UPDATE SET
                look_at = now(), version = known.version + 1, attempts = 0
        )
        SELECT number FROM turn
        """
    }

    static func takeDue(atMost count: Int, hold: Duration) -> SQL {
        """
        UPDATE stripe_hints SET
            look_at = now() + \(hold.wholeMicroseconds) * interval '1 microsecond',
            attempts = attempts + 1
        WHERE (payment_id, subject) IN (
            SELECT payment_id, subject FROM stripe_hints
            WHERE look_at <= now()
            ORDER BY look_at
            LIMIT \(count)
            FOR NO KEY UPDATE SKIP LOCKED
        )
        RETURNING payment_id, subject, attempts, version
        """
    }

    /// `nil` for a subject of a newer program.
    static func taken(from row: Row) throws(DatabaseError) -> TakenHint? {
        var columns = ColumnReader(row)
        let payment = try columns.name(PaymentID.init)
        guard let subject = Hint.Subject(word: try columns.string()) else { return nil }
        return TakenHint(
            hint: Hint(payment, subject),
            attempts: Int(try columns.int64()),
            version: try columns.int64()
        )
    }

    static func end(_ taken: TakenHint) -> SQL {
        """
        DELETE FROM stripe_hints
        WHERE payment_id = \(taken.hint.payment.description)
            AND subject = \(taken.hint.subject.word) AND version = \(taken.version)
        """
    }

    static func putOff(_ taken: TakenHint, for pause: Duration) -> SQL {
        """
        UPDATE stripe_hints
        SET look_at = now() + \(pause.wholeMicroseconds) * interval '1 microsecond'
        WHERE payment_id = \(taken.hint.payment.description)
            AND subject = \(taken.hint.subject.word) AND version = \(taken.version)
        """
    }
}
