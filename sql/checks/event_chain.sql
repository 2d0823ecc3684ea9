-- The events of a payment are numbered without a gap, each holds the hash of the one before, each
-- hash is that of its row, and the payment names the last one.
WITH chained AS (
    SELECT
        e.*,
        row_number() OVER payment AS expected_number,
        coalesce(lag(hash) OVER payment, '') AS expected_previous_hash
    FROM payment_events e
    WINDOW payment AS (PARTITION BY payment_id ORDER BY number)
)
SELECT payment_id, number
FROM chained
WHERE number <> expected_number
    OR previous_hash <> expected_previous_hash
    OR hash <> event_hash(
        previous_hash, payment_id, number, at, word, detail, state, instance, operation_name,
        operation_number, answer_status, answer_request_id, answer_is_replay,
        answer_stripe_seconds, step_name, step_digest
    )
UNION ALL
SELECT p.id, p.event_number
FROM payments p
WHERE NOT EXISTS (
    SELECT FROM payment_events e
    WHERE e.payment_id = p.id AND e.number = p.event_number AND e.hash = p.event_hash
        AND e.state = p.state
)
    OR EXISTS (
        SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.number > p.event_number
    );
