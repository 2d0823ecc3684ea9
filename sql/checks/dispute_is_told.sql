-- A dispute belongs to a payment, and its first and its present standing are on the timeline.
SELECT d.id
FROM disputes d
WHERE NOT EXISTS (
    SELECT FROM payment_events e
    WHERE e.payment_id = d.payment_id AND e.word LIKE 'dispute\_%'
        AND e.detail LIKE d.id || ' %' || d.status || ', funds ' || d.funds
);
