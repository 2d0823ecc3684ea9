-- What people look for in the console: all attempts of an order, all payments of a customer, and the
-- cards that end in four digits. Without these indexes each search would read the whole table.
--
-- The program before neither needs nor minds them. Building an index keeps writers waiting for as
-- long as that takes, about a second for a million payments.

CREATE INDEX payments_of_order ON payments (order_id, claimed_at) WHERE order_id IS NOT NULL;

CREATE INDEX payments_of_customer ON payments (customer, claimed_at) WHERE customer IS NOT NULL;

CREATE INDEX saved_cards_by_last4 ON saved_cards (last4);
