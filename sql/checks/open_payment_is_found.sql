-- Somebody is at work on an open attempt, or the recovery will look at it: none is forgotten.
SELECT p.id, p.state
FROM payments p
WHERE p.state IN (
    'creating', 'requires_action', 'confirming', 'authorized', 'capturing', 'canceling',
    'processing', 'open', 'requires_customer', 'unresolved'
)
    AND p.owner IS NULL AND p.look_at IS NULL;
