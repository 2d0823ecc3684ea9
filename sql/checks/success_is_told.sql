-- What succeeded has its row for the shop, and what did not has none.
SELECT p.id, p.state
FROM payments p
WHERE (p.state = 'succeeded') <> EXISTS (
    SELECT FROM fulfillments f
    WHERE f.id = 'ful_' || substr(p.id, 5) || '_succeeded' AND f.payment_id = p.id
        AND f.type = 'payment.succeeded'
);
