-- Limits on new attempts that all instances share, and the declines by which card testers are known.
-- Until now each instance counted for itself, in memory, and forgot when it was restarted. A program
-- of before goes on doing so and does not know this table.

-- So many within a window, for each who and what. Counts are added behind the payment and in groups;
-- losing one is no harm, so that nothing here is evidence. Rows are removed once their window is
-- over.
CREATE TABLE rate_counters (
    -- address, customer, guest, card, address_declines or card_declines
    kind text COLLATE "C" NOT NULL,
    -- A digest with a key that is not in the database. A plain digest of an address is as good as
    -- the address: there are few enough to try them all.
    name bytea NOT NULL,
    count bigint NOT NULL,
    most bigint NOT NULL, -- what the window allows, as whoever counted last has it
    ends_at timestamptz NOT NULL, -- of the window, which began with its first count
    PRIMARY KEY (kind, name)
)
-- Rows of busy places are updated ten times a second.
WITH (fillfactor = 80);

-- Whom every instance has to know of, once a second: few, or none.
CREATE INDEX rate_counters_full ON rate_counters (ends_at) WHERE count >= most;

-- What is over.
CREATE INDEX rate_counters_ended ON rate_counters (ends_at);

-- A customer who was deleted at Stripe, in its dashboard, keeps the row and the name, and the next
-- attempt makes a new one. A program of before goes on asking for the name that is gone, which Stripe
-- refuses; it meets the new one once that has a name.
ALTER TABLE customers ADD COLUMN gone_at timestamptz; -- found deleted at Stripe
