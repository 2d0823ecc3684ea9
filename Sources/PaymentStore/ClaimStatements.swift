import Money
import Payments
import Postgres

/// The statements of a claim group: many claims, none of which shares a guard with another one, in
/// one transaction.
enum ClaimStatements {
    static func all(_ writes: [ClaimWrite]) -> [SQL] {
        [FixedPlan.settings, write(writes), undo(writes)]
    }

    /// Which of the claims were written, from the group's rows.
    static func answers(
        _ writes: [ClaimWrite],
        _ rows: [Rows]
    ) throws(DatabaseError) -> [Result<Bool, DatabaseError>] {
        var written: Set<String> = []
        for row in rows[1] { written.insert(try row.string(0)) }
        return writes.map { .success(written.contains($0.claim.payment.description)) }
    }

    // MARK: Steps 1 and 2

    /// Takes the guards, in the order in which everybody locks them, and writes the payments that
    /// got all of theirs. What comes back are the payments that were really written: of two equal
    /// requests, which derive the same id, the second finds the first one's row.
    private static func write(_ writes: [ClaimWrite]) -> SQL {
        """
        WITH asked AS (\(askedGuards(writes))
        ), wanted AS (\(wantedGuards(writes))
        ), claim AS (\(claims(writes))
        ), taken AS (
            INSERT INTO guards AS g (
                kind, key, payment_id, fingerprint, attempts, previous_payment_id
            )
            SELECT kind, key, payment_id, fingerprint, attempts, previous_payment_id
            FROM wanted
            ORDER BY kind, key
            ON CONFLICT (kind, key) DO UPDATE SET
                payment_id = excluded.payment_id,
                attempts = greatest(g.attempts, excluded.attempts),
                previous_payment_id = g.payment_id,
                previous_attempts = g.attempts
            WHERE g.payment_id = excluded.previous_payment_id AND \(holderHasEnded)
            RETURNING g.payment_id
        ), complete AS (
            SELECT begun.*, \(firstHash) AS hash
            FROM (
                SELECT claim.*, now() AS at, step_digest(path, api_version, body) AS digest
                FROM claim
                WHERE (
                    (id, guards) IN (SELECT payment_id, count(*) FROM taken GROUP BY payment_id)
                ) IS TRUE
                OFFSET 0
            ) AS begun
        ), written AS (\(insertPayments)
        ), steps AS (\(insertOperations)
        ), events AS (\(insertEvents)
        )
        SELECT id FROM written
        """
    }

    /// A guard changes hands when its holder has ended; that of a card also after a success, once
    /// the window for duplicates is over, which the request has looked at. What the request saw is
    /// not enough: only the row itself is sure to be the present one.
    private static let holderHasEnded: SQL = """
        EXISTS (
            SELECT FROM payments p
            WHERE p.id = g.payment_id
                AND (
                    p.state IN ('declined', 'expired', 'canceled')
                    OR p.state = 'succeeded' AND g.kind = 'card'
                )
                AND (p.guards_held_until IS NULL OR p.guards_held_until <= now())
        )
        """

    /// The guards of the claims that nobody visibly forbids, of instances that are alive: a claim
    /// that its instance slept over may be of long ago, and would count as asked for now. A
    /// repeated request meets its guard here, before a row is locked, and so writes nothing at all.
    /// `OFFSET 0` keeps it one look into the index for each guard.
    private static func wantedGuards(_ writes: [ClaimWrite]) -> SQL {
        """

        SELECT * FROM asked
        WHERE (
            instance IN (
                SELECT i.id FROM instances i
                WHERE i.id = ANY(\(Array(Set(writes.map(\.claim.instance.description)))))
                    AND i.ended_at IS NULL AND i.lease_until > now()
            )
        ) IS TRUE AND payment_id NOT IN (
            SELECT a.payment_id FROM asked a
            CROSS JOIN LATERAL (
                SELECT g.payment_id FROM guards g WHERE g.kind = a.kind AND g.key = a.key OFFSET 0
            ) AS held
            WHERE held.payment_id IS DISTINCT FROM a.previous_payment_id
        )
        """
    }

    private static func askedGuards(_ writes: [ClaimWrite]) -> SQL {
        let rows = writes.flatMap { write in write.claim.guards.map { (write.claim, $0) } }
        return """

            SELECT w.kind COLLATE "C" AS kind, w.key COLLATE "C" AS key, w.payment_id,
                w.previous_payment_id, w.fingerprint, w.attempts, w.instance
            FROM unnest(
                \(rows.map { $1.wanted.kind.rawValue }), \(rows.map { $1.wanted.key }),
                \(rows.map { $0.0.payment.description }),
                \(rows.map { $1.previous?.description }),
                \(rows.map { $0.0.fingerprint.description }), \(rows.map { $1.attempts }),
                \(rows.map { $0.0.instance.description })
            ) AS w (
                kind, key, payment_id, previous_payment_id, fingerprint, attempts, instance
            )
            """
    }

    private static func claims(_ writes: [ClaimWrite]) -> SQL {
        let claims = writes.map(\.claim)
        return """

            SELECT * FROM unnest(
                \(claims.map(\.payment.description)), \(claims.map(\.guards.count)),
                \(claims.map(\.instance.description)), \(writes.map(\.token)),
                \(claims.map(\.purchase.caller.customer)),
                \(claims.map(\.purchase.order?.description)),
                \(claims.map(\.purchase.cart.canonical)), \(claims.map(\.fingerprint.description)),
                \(claims.map(\.purchase.currency.code)),
                \(claims.map(\.purchase.flow.rawValue)), \(claims.map(\.amountMinorUnits)),
                \(claims.map(\.method?.description)),
                \(claims.map(\.presentation.usesStripeSDK)),
                \(claims.map(\.presentation.returnURL)),
                \(claims.map(\.card.customer?.description)),
                \(claims.map { $0.card.saving.map { _ in true } }),
                \(claims.map(\.card.saving?.consent?.description)),
                \(claims.map(\.card.cvcPolicy?.rawValue)), \(claims.map(\.origin)),
                \(claims.map(\.operation.path)), \(claims.map(\.operation.body)),
                \(claims.map(\.operation.apiVersion)), \(claims.map(\.stripeSeconds)),
                \(writes.map(\.guardsText))
            ) AS c (
                id, guards, instance, token, customer, order_id, cart, fingerprint, currency,
                flow, amount, method, uses_stripe_sdk, return_url, stripe_customer, saves_card,
                consent, cvc_policy, origin, path, body, api_version, stripe_seconds,
                guards_text
            )
            """
    }

    /// The first event tells the guards that were taken, and is the evidence of the create's bytes.
    private static let firstHash: SQL = """
        event_hash(
            '', id, 1, at, 'claimed', guards_text, 'creating', instance, NULL, NULL, NULL, NULL,
            NULL, NULL, 'create', digest
        )
        """

    private static let insertPayments: SQL = """

        INSERT INTO payments (
            id, state, fence, owner, token, customer, order_id, cart, fingerprint, currency,
            flow, amount, method, uses_stripe_sdk, return_url, stripe_customer, saves_card, consent,
            cvc_policy, origin, operation_name, operation_number, operation_at, operation_by,
            claimed_at, asked_at, changed_at, claim_stripe_seconds, event_number, event_hash,
            previous_event_hash
        )
        SELECT id, 'creating', 1, instance, token, customer, order_id, cart, fingerprint,
            currency, flow, amount, method, uses_stripe_sdk, return_url, stripe_customer,
            saves_card, consent, cvc_policy, origin, 'create', 1, at, instance, at, at, at,
            stripe_seconds, 1, hash, ''
        FROM complete
        ORDER BY id
        ON CONFLICT (id) DO NOTHING
        RETURNING id
        """

    /// `IS TRUE` keeps it one hash of the written ids, here and above: as a join it would compare
    /// each claim with each of them.
    private static let insertOperations: SQL = """

        INSERT INTO operations (
            payment_id, name, number, path, body, api_version, made_at, stripe_seconds
        )
        SELECT id, 'create', 1, path, body, api_version, at, stripe_seconds
        FROM complete
        WHERE (id IN (SELECT id FROM written)) IS TRUE
        """

    private static let insertEvents: SQL = """

        INSERT INTO payment_events (
            payment_id, number, at, word, detail, state, instance, previous_hash, hash, step_name,
            step_digest
        )
        SELECT id, 1, at, 'claimed', guards_text, 'creating', instance, '', hash, 'create', digest
        FROM complete
        WHERE (id IN (SELECT id FROM written)) IS TRUE
        """

    // MARK: Step 3

    /// Gives back the guards of claims that got only some. Those of a payment whose row exists are
    /// left alone, whoever wrote it: they hold it.
    private static func undo(_ writes: [ClaimWrite]) -> SQL {
        let rows = writes.flatMap { write in write.claim.guards.map { (write.claim, $0.wanted) } }
        return """
            WITH lost AS (
                SELECT id
                FROM unnest(\(writes.map(\.claim.payment.description))) AS c (id)
                WHERE (SELECT p.id FROM payments p WHERE p.id = c.id) IS NULL
            ), partial AS (
                SELECT w.kind, w.key, w.payment_id
                FROM unnest(
                    \(rows.map { $1.kind.rawValue }), \(rows.map { $1.key }),
                    \(rows.map { $0.0.payment.description })
                ) AS w (kind, key, payment_id)
                WHERE (w.payment_id IN (SELECT id FROM lost)) IS TRUE
            ), removed AS (
                DELETE FROM guards g USING partial w
                WHERE (g.kind, g.key) BETWEEN (w.kind, w.key) AND (w.kind, w.key)
                    AND g.payment_id = w.payment_id AND g.previous_payment_id IS NULL
            )
            UPDATE guards g SET
                payment_id = g.previous_payment_id,
                attempts = g.previous_attempts,
                previous_payment_id = NULL,
                previous_attempts = NULL
            FROM partial w
            WHERE (g.kind, g.key) BETWEEN (w.kind, w.key) AND (w.kind, w.key)
                AND g.payment_id = w.payment_id AND g.previous_payment_id IS NOT NULL
            """
    }
}
