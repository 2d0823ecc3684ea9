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
