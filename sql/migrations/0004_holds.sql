-- Payments that hold the amount until the check of the security code is known.
--
-- Two more words for "payments.state": 'authorized' (the amount is held) and 'capturing' (the
-- capture may be with Stripe). The program before this one does not know them, leaves such rows
-- alone and shows them as unknown.

-- Locked as a whole at once, since the column needs that in any case: taken one after the other, the
-- locks of the index and of the column could meet a writer in between and end in a deadlock. Held
-- for as long as it takes to read the table once.
LOCK TABLE payments IN ACCESS EXCLUSIVE MODE;

-- pass, fail, unavailable, unchecked or none; NULL: not read, or no code was collected again. Written
-- once and before what it decides is begun: after a crash the same is decided.
ALTER TABLE payments ADD COLUMN cvc_check text;

-- As payments_open, with the new words. That one goes: each payment would enter both, and the
-- statements of the program before this one are served by the new one too, since their words are
-- among these.
CREATE INDEX payments_at_work ON payments (owner, look_at)
WHERE state IN (
    'creating', 'requires_action', 'confirming', 'authorized', 'capturing', 'canceling',
    'processing', 'unresolved'
);
DROP INDEX payments_open;
