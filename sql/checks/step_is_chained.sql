-- The bytes of each step are those that were hashed into the event that made them durable.
WITH made AS (
    SELECT
        payment_id,
        step_name AS name,
        CASE
            WHEN step_name = 'refund' THEN operation_number
            ELSE row_number() OVER (PARTITION BY payment_id, step_name ORDER BY number)
        END AS number,
        step_digest
    FROM payment_events
    WHERE step_name IS NOT NULL
)
SELECT payment_id, name, number
FROM made
LEFT JOIN (
    SELECT payment_id, name, number, path, api_version, body FROM operations
    UNION ALL
    SELECT payment_id, 'refund', number, path, api_version, body FROM refunds
) AS kept USING (payment_id, name, number)
WHERE step_digest(kept.path, kept.api_version, kept.body) IS DISTINCT FROM made.step_digest;
