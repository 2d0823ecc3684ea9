import Money
import Payments
import Postgres

/// The statement of a group of changes, each of another payment.
enum ChangeStatement {
    /// One statement: the payments whose state and fence are still the expected ones, and which are
    /// nobody's or the writer's, are changed, and only for them all that belongs to the change is
    /// written. Who takes up what was nobody's gets a fence of his own.
    /// For so long as `hold` the writers alone may tell the shop.
    static func all(_ writes: [ChangeWrite], hold: Duration) -> [SQL] {
        [FixedPlan.settings, sql(writes, hold)]
    }

    private static func sql(_ writes: [ChangeWrite], _ hold: Duration) -> SQL {
        """
        WITH change AS (\(changes(writes))
        ), changed AS (\(update)
        ), steps AS (\(insertOperations)
        ), intents AS (\(insertIntents)
        ), events AS (\(insertEvents)
        ), outbox AS (\(insertFulfillments(hold))
        )\(scrub(writes.filter(\.endsUseOfSecurityCode)))
        SELECT c.id,
            coalesce(i.ended_at IS NULL AND i.lease_until > now(), false),
            c.operation_number,
            greatest(0, extract(EPOCH FROM now() - c.operation_at) * 1000000)::bigint,
            greatest(0, extract(EPOCH FROM now() - c.claimed_at) * 1000000)::bigint,
            greatest(0, extract(EPOCH FROM now() - c.asked_at) * 1000000)::bigint,
            greatest(0, extract(EPOCH FROM now() - c.changed_at) * 1000000)::bigint
        FROM changed c LEFT JOIN instances i ON i.id BETWEEN c.owner AND c.owner
        """
    }

    /// The payments as they are now; `nil` for those that were somebody else's already.
    static func answers(
        _ writes: [ChangeWrite],
        _ rows: [Rows]
    ) throws(DatabaseError) -> [Result<Payment?, DatabaseError>] {
        var ages: [String: ChangeAges] = [:]
        for row in rows[1] {
            var columns = ColumnReader(row)
            ages[try columns.string()] = ChangeAges(
                ownerIsLive: try columns.bool(),
                operationNumber: Int(try columns.int64()),
                operation: try columns.age(),
                claim: try columns.age(),
                asked: try columns.age(),
                change: try columns.age()
            )
        }
        return writes.map { write in
            .success(ages[write.payment.id.description].map(write.payment(ages:)))
        }
    }

    private static func changes(_ writes: [ChangeWrite]) -> SQL {
        let changes = writes.map(\.change)
        let steps = changes.map(\.nextStep)
        let receipts = changes.map(\.receipt)
        return """

            SELECT *, step_digest(path, api_version, body) AS step_digest FROM unnest(
                \(writes.map(\.payment.id.description)), \(writes.map(\.payment.state.word)),
                \(writes.map(\.payment.fence)), \(changes.map(\.instance.description)),
                \(writes.map(\.token)), \(changes.map(\.state.word)),
                \(changes.map(\.intent?.description)), \(changes.map(\.clientSecret?.exposed)),
                \(writes.map(\.newIntent?.description)),
                \(changes.map(\.closing?.code)), \(changes.map(\.closing?.declineCode)),
                \(changes.map(\.closing?.message)), \(changes.map(\.actionStripeSeconds)),
                \(changes.map(\.event)), \(changes.map(\.eventDetail)),
                \(writes.map(\.answered?.name.rawValue)), \(writes.map(\.answered?.number)),
                \(receipts.map { $0?.status }), \(receipts.map { $0?.requestID }),
                \(receipts.map { $0?.isReplay }), \(receipts.map { $0?.stripeSeconds }),
                \(steps.map { $0?.name.rawValue }), \(steps.map { $0?.request.path }),
                \(steps.map { $0?.request.body }), \(steps.map { $0?.request.apiVersion }),
                \(steps.map { $0?.stripeSeconds }),
                \(steps.map { $0?.isAskedByCustomer ?? false }), \(writes.map(\.keepsOwner)),
                \(writes.map(\.lookAfterMicroseconds)), \(writes.map(\.endsOnUnstoredAnswer)),
                \(changes.map(\.givesGrace)), \(changes.map(\.cvcVerdict?.word)),
                \(writes.map { $0.fulfillment?.description }),
                \(writes.map { $0.fulfillment?.type }),
                \(changes.map(\.charged?.minorUnits)), \(changes.map(\.charged?.currency.code))
            ) AS c (
                id, expected_state, fence, instance, token, state, intent, client_secret,
                new_intent, closing_code, closing_decline_code, closing_message,
                action_stripe_seconds, word, detail, answered_name, answered_number,
                answer_status, answer_request_id, answer_is_replay, answer_stripe_seconds,
                step_name, path, body, api_version, step_stripe_seconds,
                is_asked, keeps_owner, look_after, ends_on_unstored_answer, gives_grace, cvc_check,
                fulfillment, fulfillment_type, charged, charged_currency
            )
            """
    }

    /// The token keeps a repeat after a lost answer from changing the row a second time.
    private static let update: SQL = """

        UPDATE payments p SET
            state = c.state,
            owner = CASE WHEN c.keeps_owner THEN c.instance END,
            fence = p.fence + CASE WHEN p.owner IS NULL AND c.keeps_owner THEN 1 ELSE 0 END,
            look_at = now() + c.look_after * interval '1 microsecond',
            takeovers = CASE
                WHEN c.state <> p.state OR c.answer_status IS NOT NULL THEN 0 ELSE p.takeovers
            END,
            is_overdue = p.is_overdue
                AND p.action_stripe_seconds IS NOT DISTINCT FROM c.action_stripe_seconds,
            is_grace_given = c.gives_grace OR p.is_grace_given
                AND p.action_stripe_seconds IS NOT DISTINCT FROM c.action_stripe_seconds,
            token = c.token,
            intent = c.intent,
            client_secret = c.client_secret,
            closing_code = c.closing_code,
            closing_decline_code = c.closing_decline_code,
            closing_message = c.closing_message,
            cvc_check = coalesce(p.cvc_check, c.cvc_check),
            charged = c.charged,
            charged_currency = c.charged_currency,
            operation_name = coalesce(c.step_name, p.operation_name),
            operation_number = CASE WHEN c.step_name IS NULL THEN p.operation_number ELSE (
                SELECT 1 + coalesce(max(o.number), 0) FROM operations o
                WHERE o.payment_id = p.id AND o.name = c.step_name
            ) END,
            operation_at = CASE WHEN c.step_name IS NULL THEN p.operation_at ELSE now() END,
            operation_by = CASE WHEN c.step_name IS NULL THEN p.operation_by ELSE c.instance END,
            asked_at = CASE WHEN c.is_asked THEN now() ELSE p.asked_at END,
            changed_at = CASE WHEN c.state = p.state THEN p.changed_at ELSE now() END,
            action_stripe_seconds = c.action_stripe_seconds,
            guards_held_until = CASE
                WHEN c.ends_on_unstored_answer AND p.operation_by <> c.instance
                    THEN now() + interval '60 seconds'
                ELSE p.guards_held_until
            END,
            event_number = p.event_number + 1,
            previous_event_hash = p.event_hash,
            event_hash = event_hash(
                p.event_hash, p.id, p.event_number + 1, now(), c.word, c.detail, c.state,
                c.instance, c.answered_name, c.answered_number, c.answer_status,
                c.answer_request_id, c.answer_is_replay, c.answer_stripe_seconds, c.step_name,
                c.step_digest
            )
        FROM change c
        WHERE p.id BETWEEN c.id AND c.id AND p.state = c.expected_state AND p.fence = c.fence
            AND (p.owner IS NULL OR p.owner = c.instance) AND p.token <> c.token
        RETURNING p.owner, p.operation_number, p.operation_at, p.claimed_at, p.asked_at,
            p.changed_at, p.event_number, p.event_hash, p.previous_event_hash, c.*
        """

    private static let insertOperations: SQL = """

        INSERT INTO operations (
            payment_id, name, number, path, body, api_version, made_at, stripe_seconds
        )
        SELECT id, step_name, operation_number, path, body, api_version, now(), step_stripe_seconds
        FROM changed
        WHERE step_name IS NOT NULL
        """

    /// Overwrites the token of the security code where an attempt ends that had one: no more is
    /// sent from these bytes. Most groups have none, and their statement is without it.
    private static func scrub(_ ended: [ChangeWrite]) -> SQL {
        if ended.isEmpty { return "" }
        return """
            , scrubbed AS (
                UPDATE operations o SET body = convert_to(
                    regexp_replace(
                        convert_from(o.body, 'UTF8'), 'cvctok_[0-9A-Za-z_]+', 'cvctok_scrubbed'
                    ),
                    'UTF8'
                )
                FROM changed
                WHERE o.payment_id = changed.id AND o.name = 'create'
                    AND changed.id = ANY(\(ended.map(\.payment.id.description)))
            )
            """
    }

    private static let insertIntents: SQL = """

        INSERT INTO payment_intents (intent, payment_id)
        SELECT new_intent, id
        FROM changed
        WHERE new_intent IS NOT NULL
        ORDER BY new_intent
        ON CONFLICT (intent) DO NOTHING
        """

    /// One that is there already was written with the same outcome before.
    private static func insertFulfillments(_ hold: Duration) -> SQL {
        """

        INSERT INTO fulfillments (id, payment_id, type, try_at, attempts)
        SELECT fulfillment, id, fulfillment_type,
            now() + \(hold.wholeMicroseconds) * interval '1 microsecond',
            \(hold == .zero ? Int64(0) : 1)
        FROM changed
        WHERE fulfillment IS NOT NULL
        ORDER BY fulfillment
        ON CONFLICT (id) DO NOTHING
        """
    }

    private static let insertEvents: SQL = """

        INSERT INTO payment_events (
            payment_id, number, at, word, detail, state, instance, operation_name,
            operation_number, answer_status, answer_request_id, answer_is_replay,
            answer_stripe_seconds, previous_hash, hash, step_name, step_digest
        )
        SELECT id, event_number, now(), word, detail, state, instance, answered_name,
            answered_number, answer_status, answer_request_id, answer_is_replay,
            answer_stripe_seconds, previous_event_hash, event_hash, step_name, step_digest
        FROM changed
        """
}
