-- An attempt that may still charge, or has, holds at least one guard: without one a repeat of its
-- request would begin another attempt.
SELECT p.id, p.state
FROM payments p
WHERE p.state NOT IN ('declined', 'expired', 'canceled')
    AND NOT EXISTS (SELECT FROM guards g WHERE g.payment_id = p.id);
