-- What a payment writes, as pgbench does it best: each commit is one prepared statement, so it costs
-- one round trip, and the hashes are constants. The rows, columns and indexes are those of a simple
-- payment with a key; ids are random, as the service's are.
\set a random(1, 9000000000000000000)
\set b random(1, 9000000000000000000)
WITH id AS (
    SELECT 'pay_' || lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0') AS id
), taken AS (
    INSERT INTO guards (kind, key, payment_id, fingerprint, attempts)
    SELECT kind, key || to_hex(:a::bigint) || to_hex(:b::bigint), id, repeat('f', 66), 1
    FROM id, (VALUES ('key', repeat('k', 32)), ('method', 'pm_1')) AS g (kind, key)
    ON CONFLICT DO NOTHING
), written AS (
    INSERT INTO payments (
        id, state, fence, owner, token, cart, fingerprint, currency, amount, method,
        uses_stripe_sdk, origin, operation_name, operation_number, operation_at, operation_by,
        claimed_at, asked_at, changed_at, claim_stripe_seconds, event_number, event_hash,
        previous_event_hash
    )
    SELECT id, 'creating', 1, 'i-000000000000000000000000', :a::bigint, '18-photo_subscription*1',
        repeat('f', 66), 'usd', 1400, 'pm_1' || to_hex(:b::bigint), true, repeat('o', 64), 'create',
        1, now(), 'i-000000000000000000000000', now(), now(), now(), 1796010270, 1,
        decode(repeat('ab', 32), 'hex'), ''
    FROM id
), steps AS (
    INSERT INTO operations (payment_id, name, number, path, body, api_version, made_at, stripe_seconds)
    SELECT id, 'create', 1, '/v1/payment_intents', decode(repeat('62', 260), 'hex'),
        '2026-05-27.dahlia', now(), 1796010270
    FROM id
)
INSERT INTO payment_events (payment_id, number, at, word, state, instance, previous_hash, hash)
SELECT id, 1, now(), 'claimed', 'creating', 'i-000000000000000000000000', '',
    decode(repeat('ab', 32), 'hex')
FROM id;
WITH id AS (
    SELECT 'pay_' || lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0') AS id
), changed AS (
    UPDATE payments p SET
        state = 'succeeded', owner = NULL, token = :b::bigint, intent = 'pi_3' || to_hex(:a::bigint),
        client_secret = 'pi_3' || to_hex(:a::bigint) || '_secret_Wq8cOX3wPMAtP0Lk9Zt0mGvXa',
        changed_at = now(), event_number = 2, event_hash = decode(repeat('cd', 32), 'hex'),
        previous_event_hash = p.event_hash
    FROM id
    WHERE p.id = id.id AND p.state = 'creating' AND p.fence = 1
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
    'req_Bench000000001', false, 1796010270, decode(repeat('ab', 32), 'hex'),
    decode(repeat('cd', 32), 'hex')
FROM id;
