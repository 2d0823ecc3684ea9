-- A claim that came to nothing leaves no step, no event and no intent behind.
SELECT 'operations' AS found_in, payment_id FROM operations o
WHERE NOT EXISTS (SELECT FROM payments p WHERE p.id = o.payment_id)
UNION ALL
SELECT 'payment_events', payment_id FROM payment_events e
WHERE NOT EXISTS (SELECT FROM payments p WHERE p.id = e.payment_id)
UNION ALL
SELECT 'payment_intents', payment_id FROM payment_intents i
WHERE NOT EXISTS (SELECT FROM payments p WHERE p.id = i.payment_id);
