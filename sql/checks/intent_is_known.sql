-- Stripe's name of a payment leads to it, and to no other one.
SELECT p.id, p.intent
FROM payments p
WHERE p.intent IS NOT NULL
    AND NOT EXISTS (
        SELECT FROM payment_intents i WHERE i.intent = p.intent AND i.payment_id = p.id
    );
