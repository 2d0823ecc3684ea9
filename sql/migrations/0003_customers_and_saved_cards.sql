-- Customers with saved cards.
--
-- A payment may save its card for the customer or use one that was saved, and the customer's
-- security code may have been collected again. What a payment does with its card is written with
-- the claim, since Stripe's answer is checked against it. All of it is NULL for a plain payment,
-- and for every row that the program before this one writes.

ALTER TABLE payments
    ADD COLUMN stripe_customer text, -- whom the card belongs to at Stripe, or is to belong to
    ADD COLUMN saves_card boolean,
    ADD COLUMN consent text, -- the version of the text that the customer agreed to
    ADD COLUMN cvc_policy text; -- refuse or accept; NULL: no security code was collected again

-- The rows of "operations" are only ever inserted, with one exception. The token of a security code
-- stands in the bytes of the create, because a repeat has to send the same bytes. It may not be
-- kept longer than it is needed, so the commit that ends an attempt overwrites it there. Nothing is
-- sent from those bytes any more: an attempt that has ended is never repeated.

-- The customers at Stripe, one for each of the shop's references. A row is one creation: the
-- request, durable before it is sent, and the name that Stripe gave. A lost answer is asked for
-- again with the same bytes under the same key, which is derived from the reference and the
-- attempt. Stripe forgets keys after 24 hours and its search is no proof of absence, so a creation
-- that is as old and still has no name is left as it is, and the next attempt begins. What it may
-- have made is a customer without cards, whom nothing here ever names.
CREATE TABLE customers (
    reference text COLLATE "C" NOT NULL, -- the shop's name of the customer
    attempt bigint NOT NULL, -- 1, 2, 3
    path text NOT NULL,
    body bytea NOT NULL,
    api_version text NOT NULL,
    made_at timestamptz NOT NULL,
    stripe_seconds bigint, -- NULL: no answer of Stripe had been seen yet
    stripe_customer text, -- written once; NULL: not known yet
    named_at timestamptz,
    PRIMARY KEY (reference, attempt)
);

-- The cards that customers have saved, as they were last seen at Stripe, which is the truth of what
-- is attached to whom. These rows save asking it, and hold what it does not know: who agreed to
-- what. A card is written after the payment that saved it has succeeded; where that write fails,
-- the payment stands, and the card is learnt when Stripe's list is next read.
CREATE TABLE saved_cards (
    method text COLLATE "C" PRIMARY KEY, -- Stripe's name of it
    customer text COLLATE "C" NOT NULL, -- the shop's name of its owner
    stripe_customer text,
    fingerprint text,
    brand text NOT NULL,
    last4 text NOT NULL,
    expiry_month bigint NOT NULL,
    expiry_year bigint NOT NULL,
    payment_id text COLLATE "C", -- the payment that saved it; NULL: saved by other means
    consent text, -- the version of the text that was agreed to
    consented_at timestamptz, -- with the request for that payment
    learnt_at timestamptz NOT NULL DEFAULT now(),
    removed_at timestamptz -- taken off the customer, for good
);

-- The cards of a customer.
CREATE INDEX saved_cards_of_customer ON saved_cards (customer);
