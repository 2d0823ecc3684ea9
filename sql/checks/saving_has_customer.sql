-- A payment that saves its card names the customer at Stripe, and the shop's own.
SELECT id
FROM payments
WHERE saves_card AND (stripe_customer IS NULL OR customer IS NULL);
