-- A payment shows what Stripe gave back of it or is giving back, which is never more than was paid and
-- has nothing to do with a second charge; its refunds are numbered without a gap; at most one is open;
-- and one key is one refund.
WITH given AS (
    SELECT payment_id, sum(amount) AS amount
    FROM refunds
    WHERE state IN ('pending', 'succeeded') AND stray IS NULL
    GROUP BY payment_id
)
SELECT p.id, p.refunded, max(g.amount) AS given
FROM payments p
JOIN refunds r ON r.payment_id = p.id
LEFT JOIN given g ON g.payment_id = p.id
GROUP BY p.id
HAVING p.refunded <> coalesce(max(g.amount), 0)
    OR p.refunded > coalesce(p.charged, p.amount)
    OR max(r.number) <> count(*)
    OR count(*) FILTER (WHERE r.state IN ('requested', 'unresolved')) > 1
    OR count(DISTINCT r.key) <> count(r.key)
UNION ALL
SELECT p.id, p.refunded, NULL
FROM payments p
WHERE p.refunded <> 0 AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)
UNION ALL
SELECT r.payment_id, NULL, r.amount
FROM refunds r
WHERE NOT EXISTS (SELECT FROM payments p WHERE p.id = r.payment_id);
