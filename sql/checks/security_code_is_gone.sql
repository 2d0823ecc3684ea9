-- The token of a security code is not kept longer than the attempt that it was collected for.
SELECT p.id, p.state
FROM payments p
JOIN operations o ON o.payment_id = p.id AND o.name = 'create'
WHERE p.cvc_policy IS NOT NULL
    AND p.state IN ('succeeded', 'declined', 'expired', 'canceled')
    AND position('cvctok_'::bytea IN o.body) > 0
    AND position('cvctok_scrubbed'::bytea IN o.body) = 0;
