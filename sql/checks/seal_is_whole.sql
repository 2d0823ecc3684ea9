-- Each seal follows the one before, and its hash is that of the events in its window.
WITH sealed AS (
    SELECT
        s.*,
        row_number() OVER seals AS expected_number,
        coalesce(lag(hash) OVER seals, '') AS expected_previous_hash,
        coalesce(lag(until_at) OVER seals, from_at) AS expected_from
    FROM audit_seals s
    WINDOW seals AS (ORDER BY number)
)
SELECT s.number
FROM sealed s
CROSS JOIN LATERAL (
    SELECT count(*) AS events, string_agg(e.hash, '' ORDER BY e.payment_id, e.number) AS hashes
    FROM payment_events e
    WHERE e.at >= s.from_at AND e.at < s.until_at
) AS found
WHERE s.number <> s.expected_number
    OR s.previous_hash <> s.expected_previous_hash
    OR s.from_at <> s.expected_from
    OR s.events <> found.events
    OR s.hash <> seal_hash(
        s.previous_hash, s.number, s.from_at, s.until_at, s.events, found.hashes
    );
