-- Payments that are not confirmed while the customer waits for the answer.
--
-- Two more words for "payments.state": 'requires_customer' (the bank wants the customer of a charge
-- that the shop made) and 'open' (the app has the intent and may have it confirmed). The program
-- before this one does not know them, leaves such rows alone and shows them as unknown.

-- Locked as a whole at once, as in 0004 and for the same reason.
LOCK TABLE payments IN ACCESS EXCLUSIVE MODE;

-- on_session, off_session or app_confirmed.
ALTER TABLE payments ADD COLUMN flow text COLLATE "C" NOT NULL DEFAULT 'on_session';
-- The app brings the card of an intent that it confirms to Stripe itself.
ALTER TABLE payments ALTER COLUMN method DROP NOT NULL;

-- As payments_at_work, with the new words, and instead of it.
CREATE INDEX payments_in_progress ON payments (owner, look_at)
WHERE state IN (
    'creating', 'requires_action', 'confirming', 'authorized', 'capturing', 'canceling',
    'processing', 'open', 'requires_customer', 'unresolved'
);
DROP INDEX payments_at_work;
