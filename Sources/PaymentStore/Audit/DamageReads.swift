import Audit
import Payments
import Postgres

/// Compares hashes where they are: only what differs leaves the database. Rows are looked up one by
/// one (`OFFSET 0`), as in `AuditReads`.
enum DamageReads {
    /// Three questions about the payments: their chains, their steps, and the guards that their
    /// first events tell.
    static func statements(_ payments: [String]) -> [SQL] {
        [chains(payments), steps(payments), guards(payments)]
    }

    static func damage(from rows: [Rows]) throws(DatabaseError) -> [Damage] {
        var damage: [Damage] = []
        for row in rows[0] { damage.append(try chain(row)) }
        for row in rows[1] {
            damage.append(
                .step(
                    payment: try row.string(0),
                    name: try row.string(1),
                    number: try row.int64(2),
                    atMicroseconds: try row.int64(3)
                )
            )
        }
        for row in rows[2] {
            damage.append(
                .guarding(
                    payment: try row.string(0),
                    kind: try row.string(1),
                    holder: try row.optionalString(2),
                    atMicroseconds: try row.int64(3)
                )
            )
        }
        return damage
    }

    private static func chain(_ row: Row) throws(DatabaseError) -> Damage {
        let payment = try row.string(0)
        let number = try row.int64(1)
        let at = try row.int64(2)
        return try row.bool(3)
            ? .end(payment: payment, number: number, atMicroseconds: at)
            : .event(payment: payment, number: number, atMicroseconds: at)
    }

    private static func chains(_ payments: [String]) -> SQL {
        """
        WITH chained AS (
            SELECT e.payment_id, e.number, e.hash, e.state,
                e.number <> row_number() OVER payment
                    OR e.previous_hash <> coalesce(lag(e.hash) OVER payment, '')
                    OR e.hash <> event_hash(
                        e.previous_hash, e.payment_id, e.number, e.at, e.word, e.detail, e.state,
                        e.instance, e.operation_name, e.operation_number, e.answer_status,
                        e.answer_request_id, e.answer_is_replay, e.answer_stripe_seconds,
                        e.step_name, e.step_digest
                    ) AS is_broken,
                lead(e.number) OVER payment IS NULL AS is_last
            FROM payment_events e
            WHERE e.payment_id = ANY(\(payments))
            WINDOW payment AS (PARTITION BY e.payment_id ORDER BY e.number)
        ), broken AS (
            SELECT payment_id, min(number) AS number FROM chained WHERE is_broken
            GROUP BY payment_id
        ), asked AS (
            SELECT id, claimed_at, event_number, event_hash, state FROM payments
            WHERE id = ANY(\(payments))
        )
        SELECT a.id, b.number, \(Moment.microseconds("a.claimed_at")), false
        FROM broken b JOIN asked a ON a.id = b.payment_id
        UNION ALL
        SELECT a.id, a.event_number, \(Moment.microseconds("a.claimed_at")), true
        FROM asked a LEFT JOIN (SELECT * FROM chained WHERE is_last) AS c ON c.payment_id = a.id
        WHERE c.number IS DISTINCT FROM a.event_number OR c.hash IS DISTINCT FROM a.event_hash
            OR c.state IS DISTINCT FROM a.state
        """
    }

    /// The events that made a step durable, in their order, are the steps by their numbers; a
    /// refund has its number from the payment's refunds. What an older program wrote has no digest.
    private static func steps(_ payments: [String]) -> SQL {
        """
        WITH made AS (
            SELECT payment_id, step_name AS name,
                CASE
                    WHEN step_name = 'refund' THEN operation_number
                    ELSE row_number() OVER (PARTITION BY payment_id, step_name ORDER BY number)
                END AS number,
                step_digest
            FROM payment_events
            WHERE payment_id = ANY(\(payments)) AND step_name IS NOT NULL
        ), kept AS (
            SELECT payment_id, name, number, step_digest(path, api_version, body) AS digest
            FROM operations WHERE payment_id = ANY(\(payments))
            UNION ALL
            SELECT payment_id, 'refund', number, step_digest(path, api_version, body)
            FROM refunds WHERE payment_id = ANY(\(payments))
        )
        SELECT payment_id, name, number, \(Moment.microseconds("p.claimed_at"))
        FROM made
        LEFT JOIN kept USING (payment_id, name, number)
        CROSS JOIN LATERAL (
            SELECT claimed_at FROM payments WHERE id = made.payment_id OFFSET 0
        ) AS p
        WHERE kept.digest IS DISTINCT FROM made.step_digest
        """
    }

    /// What may still charge, or has, holds what it took. The card's guard passes on when the
    /// window for duplicates is over.
    private static func guards(_ payments: [String]) -> SQL {
        """
        SELECT a.id, t.kind, g.payment_id, \(Moment.microseconds("p.claimed_at"))
        FROM unnest(\(payments)) AS a (id)
        CROSS JOIN LATERAL (
            SELECT state, claimed_at FROM payments WHERE id = a.id OFFSET 0
        ) AS p
        CROSS JOIN LATERAL (
            SELECT detail FROM payment_events
            WHERE payment_id = a.id AND number = 1 AND word = 'claimed' OFFSET 0
        ) AS e
        CROSS JOIN LATERAL (
            SELECT split_part(w.text, ':', 1) AS kind,
                substr(w.text, strpos(w.text, ':') + 1) AS key
            FROM unnest(string_to_array(e.detail, ' ')) AS w (text)
        ) AS t
        LEFT JOIN LATERAL (
            SELECT payment_id FROM guards WHERE kind = t.kind AND key = t.key OFFSET 0
        ) AS g ON true
        WHERE p.state NOT IN ('declined', 'expired', 'canceled')
            AND t.kind NOT IN ('card', 'order') AND g.payment_id IS DISTINCT FROM a.id
        """
    }

    /// More are one disaster, and are told by their first thousand.
    static func orphans(in window: AuditWindow) -> SQL {
        """
        SELECT e.payment_id, count(*), \(Moment.microseconds("min(e.at)"))
        FROM payment_events e
        WHERE e.at >= \(Moment.timestamp(window.from)) AND e.at < \(Moment.timestamp(window.until))
            AND NOT EXISTS (SELECT FROM payments p WHERE p.id = e.payment_id)
        GROUP BY e.payment_id
        ORDER BY e.payment_id
        LIMIT 1000
        """
    }
}
