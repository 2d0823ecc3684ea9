-- Paid payments as the service leaves them, with the numbers from "first" to "last": the first was claimed
-- "age" ago and each further one "spacing" later. Every third is of an order, every fifth of a customer.
-- Digests and chain are those that an audit asks for.
WITH made AS MATERIALIZED (
    SELECT i, 'pay_' || lpad(to_hex(i), 32, '0') AS id, 'pi_sample' || i AS intent,
        now() - interval :'age' + (i - :first + 1) * interval :'spacing' AS at,
        CASE WHEN i % 3 = 0 THEN 'order-' || i END AS order_id,
        CASE WHEN i % 5 = 0 THEN 'customer-' || i END AS customer,
        convert_to(
            'amount=1400&currency=usd&payment_method=pm_' || i || '&confirm=true', 'UTF8'
        ) AS body,
        'key:' || md5(i::text) || ' method:pm_' || i
            || CASE WHEN i % 3 = 0 THEN ' order:order-' || i ELSE '' END AS guards
    FROM generate_series(:first, :last) AS i
), digested AS MATERIALIZED (
    SELECT *, step_digest('/v1/payment_intents', '2026-05-27.dahlia', body) AS digest FROM made
), claimed AS MATERIALIZED (
    SELECT *, event_hash(
            '', id, 1, at, 'claimed', guards, 'creating', 'i-1', NULL, NULL, NULL, NULL,
            NULL, NULL, 'create', digest
        ) AS first_hash
    FROM digested
), paid AS MATERIALIZED (
    SELECT *, event_hash(
            first_hash, id, 2, at + interval '200 ms', 'succeeded', NULL, 'succeeded',
            'i-1', 'create', 1, 200, 'req_' || i, false, 1700000000, NULL, NULL
        ) AS last_hash
    FROM claimed
), p AS (
    INSERT INTO payments (
        id, state, fence, token, customer, order_id, cart, fingerprint, currency, amount,
        method, uses_stripe_sdk, origin, intent, operation_name, operation_number,
        operation_at, operation_by, claimed_at, asked_at, changed_at, event_number,
        event_hash, previous_event_hash
    )
    SELECT id, 'succeeded', 1, i, customer, order_id, '18:photo_subscription*1', '1-' || i,
        'usd', 1400, 'pm_' || i, false, 'origin', intent, 'create', 1, at, 'i-1', at, at,
        at + interval '200 ms', 2, last_hash, first_hash
    FROM paid
), o AS (
    INSERT INTO operations (payment_id, name, number, path, body, api_version, made_at)
    SELECT id, 'create', 1, '/v1/payment_intents', body, '2026-05-27.dahlia', at FROM paid
), g AS (
    INSERT INTO guards (kind, key, payment_id, fingerprint, attempts, taken_at)
    SELECT split_part(text, ':', 1), split_part(text, ':', 2), id, '1-' || i, 1, at
    FROM paid CROSS JOIN LATERAL unnest(string_to_array(guards, ' ')) AS text
), n AS (
    INSERT INTO payment_intents (intent, payment_id) SELECT intent, id FROM paid
), f AS (
    INSERT INTO fulfillments (id, payment_id, type, try_at, attempts, acknowledged_at)
    SELECT 'ful_' || substr(id, 5) || '_succeeded', id, 'payment.succeeded', at, 1, at
    FROM paid
), e AS (
    INSERT INTO payment_events (
        payment_id, number, at, word, detail, state, instance, previous_hash, hash,
        step_name, step_digest
    )
    SELECT id, 1, at, 'claimed', guards, 'creating', 'i-1', '', first_hash, 'create', digest
    FROM paid
), l AS (
    INSERT INTO payment_events (
        payment_id, number, at, word, state, instance, operation_name, operation_number,
        answer_status, answer_request_id, answer_is_replay, answer_stripe_seconds,
        previous_hash, hash
    )
    SELECT id, 2, at + interval '200 ms', 'succeeded', 'succeeded', 'i-1', 'create', 1, 200,
        'req_' || i, false, 1700000000, first_hash, last_hash
    FROM paid
)
SELECT count(*) FROM paid
