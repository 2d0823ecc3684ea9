-- A guard is taken in the commit that writes its payment, so none names a payment that is not there.
SELECT g.kind, g.key, g.payment_id
FROM guards g
WHERE NOT EXISTS (SELECT FROM payments p WHERE p.id = g.payment_id);
