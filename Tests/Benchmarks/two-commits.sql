-- What a payment writes, as pgbench does it best: each commit is one prepared statement, so it costs
-- one round trip. The rows, columns, indexes and the chain's digests are those of a simple payment
-- with a key; ids are random, as the service's are.
\set a random(1, 9000000000000000000)
\set b random(1, 9000000000000000000)
WITH id AS (
    SELECT 'pay_' || lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0') AS id
), taken AS (
    INSERT INTO guards (kind, key, payment_id, fingerprint, attempts)
    SELECT kind, key || to_hex(:a::bigint) || to_hex(:b::bigint), id, repeat('f', 66), 1
    FROM id, (VALUES ('key', repeat('k', 32)), ('method', 'pm_1')) AS g (kind, key)
    ON CONFLICT DO NOTHING
), claim AS (
    SELECT id, body, detail, digest,
        event_hash(
            '', id, 1, now(), 'claimed', detail, 'creating', 'i-000000000000000000000000', NULL,
            NULL, NULL, NULL, NULL, NULL, 'create', digest
        ) AS hash
    FROM (
        SELECT id, body, 'key:' || repeat('k', 32) || E' method\x3apm_1' || to_hex(:b::bigint) AS detail,
            step_digest('/v1/payment_intents', '2026-05-27.dahlia', body) AS digest
        FROM id, (VALUES (decode(repeat('62', 260), 'hex'))) AS sent (body)
        OFFSET 0
    ) AS begun
), written AS (
    INSERT INTO payments (
        id, state, fence, owner, token, cart, fingerprint, currency, flow, amount, method,
        uses_stripe_sdk, origin, operation_name, operation_number, operation_at, operation_by,
        claimed_at, asked_at, changed_at, claim_stripe_seconds, event_number, event_hash,
        previous_event_hash
    )
    SELECT id, 'creating', 1, 'i-000000000000000000000000', :a::bigint, '18-photo_subscription*1',
        repeat('f', 66), 'usd', 'on_session', 1400, 'pm_1' || to_hex(:b::bigint), true, repeat('o', 64), 'create',
        1, now(), 'i-000000000000000000000000', now(), now(), now(), 1796010270, 1, hash, ''
    FROM claim
), steps AS (
    INSERT INTO operations (payment_id, name, number, path, body, api_version, made_at, stripe_seconds)
    SELECT id, 'create', 1, '/v1/payment_intents', body, '2026-05-27.dahlia', now(), 1796010270
    FROM claim
)
INSERT INTO payment_events (
    payment_id, number, at, word, detail, state, instance, previous_hash, hash, step_name,
    step_digest
)
SELECT id, 1, now(), 'claimed', detail, 'creating', 'i-000000000000000000000000', '', hash,
    'create', digest
FROM claim;
WITH id AS (
    SELECT 'pay_' || lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0') AS id
), changed AS (
    UPDATE payments p SET
        state = 'succeeded', owner = NULL, token = :b::bigint, intent = 'pi_3' || to_hex(:a::bigint),
        client_secret = 'pi_3' || to_hex(:a::bigint) || '_secret_Wq8cOX3wPMAtP0Lk9Zt0mGvXa',
        changed_at = now(), event_number = 2, previous_event_hash = p.event_hash,
        event_hash = event_hash(
            p.event_hash, p.id, 2, now(), 'answered', NULL, 'succeeded',
            'i-000000000000000000000000', 'create', 1, 200, 'req_Bench000000001', false, 1796010270,
            NULL, NULL
        )
    FROM id
    WHERE p.id = id.id AND p.state = 'creating' AND p.fence = 1
    RETURNING p.id, p.event_hash, p.previous_event_hash
), intents AS (
    INSERT INTO payment_intents (intent, payment_id)
    SELECT 'pi_3' || to_hex(:a::bigint) || to_hex(:b::bigint), id FROM id
    ON CONFLICT DO NOTHING
), told AS (
    INSERT INTO fulfillments (id, payment_id, type, try_at, attempts)
    SELECT 'ful_' || substr(id, 5) || '_succeeded', id, 'payment.succeeded', now(), 0 FROM id
    ON CONFLICT DO NOTHING
)
INSERT INTO payment_events (
    payment_id, number, at, word, state, instance, operation_name, operation_number, answer_status,
    answer_request_id, answer_is_replay, answer_stripe_seconds, previous_hash, hash
)
SELECT id, 2, now(), 'answered', 'succeeded', 'i-000000000000000000000000', 'create', 1, 200,
    'req_Bench000000001', false, 1796010270, previous_event_hash, event_hash
FROM changed;
