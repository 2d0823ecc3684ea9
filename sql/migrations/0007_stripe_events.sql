-- What others do at Stripe: refunds, cancels and disputes of our payments in its dashboard and at the
-- banks are learnt from Stripe's list of events.
--
-- Safe beside the old program: it does not know the tables.

-- How far Stripe's list of events was read: one row, made by the first who reads. One instance at a
-- time does, whichever finds the turn due; whoever does moves it on first, so that it is his alone
-- until then.
CREATE TABLE stripe_event_turns (
    id bigint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL, -- grows with each turn, so that a late reader writes nothing
    due_at timestamptz NOT NULL,
    read_through bigint -- by Stripe's clock; all events before it were read. NULL: none yet
);

-- What is to be read anew at Stripe because an event hints at news of it. Written before the events
-- count as read, and deleted when what Stripe says has been taken in; nearly always empty.
CREATE TABLE stripe_hints (
    payment_id text COLLATE "C" NOT NULL,
    -- intent, refunds, the name of a dispute, or of an intent that bears the payment's name
    subject text COLLATE "C" NOT NULL,
    look_at timestamptz NOT NULL, -- whoever takes it moves it on first, as with refunds
    version bigint NOT NULL DEFAULT 1, -- grows with each event that hints at the same
    attempts bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (payment_id, subject)
);

CREATE INDEX stripe_hints_due ON stripe_hints (look_at);

-- Charges that a bank asks back, as Stripe last told of them. No money of ours moves by it: a lost
-- dispute is no refund.
CREATE TABLE disputes (
    id text COLLATE "C" PRIMARY KEY, -- Stripe's own name
    payment_id text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    status text NOT NULL,
    funds text NOT NULL, -- untouched, withdrawn or reinstated
    made_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now()
);
