-- What follows a payment: the shop is told what came of it, and money goes back.
--
-- Safe beside the old program: it does not know the tables, and payments that it ends are told to
-- nobody, as before. The new column has a default that is no rewrite of the table.

-- What was given back, or is on its way back, in minor units: the sum over "refunds".
ALTER TABLE payments ADD COLUMN refunded bigint NOT NULL DEFAULT 0;

-- Money of a payment that goes back, whoever made it do so. A row is written only where nothing has
-- happened to the payment since it was read (its event_number), so that two requests cannot both
-- find the same money left. At most one refund of a payment is open at a time.
CREATE TABLE refunds (
    payment_id text COLLATE "C" NOT NULL,
    -- 1, 2, 3 without a gap; part of Stripe's key: payonce-<payment>-refund-<number>
    number bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    -- What was asked of us; NULL where the refund was made at Stripe and found there.
    key text, -- a digest of the caller's Idempotency-Key
    asked bigint, -- NULL: all that was left
    reason text,
    path text,
    body bytea, -- the request to Stripe as it was first made; every repeat sends these bytes
    api_version text,
    stripe_seconds bigint, -- NULL: no answer of Stripe had been seen yet
    refund text, -- Stripe's own name
    failure text,
    made_at timestamptz NOT NULL DEFAULT now(),
    missed_at timestamptz, -- a complete list did not show it, for the first time
    -- When somebody is to look at it. Whoever does moves it on first, so that it is his alone until
    -- then; NULL: never.
    look_at timestamptz,
    PRIMARY KEY (payment_id, number)
)
-- Each row is updated once or more.
WITH (fillfactor = 80);

CREATE INDEX refunds_due ON refunds (look_at) WHERE look_at IS NOT NULL;

-- What the shop has to be told, once for each outcome of a payment: written in the commit of the
-- change that is the outcome, so that neither can be without the other. Its facts are those of the
-- payment, which do not change any more.
CREATE TABLE fulfillments (
    id text COLLATE "C" PRIMARY KEY, -- ful_, the digits of the payment, _ and the outcome
    payment_id text COLLATE "C" NOT NULL,
    type text NOT NULL, -- payment.succeeded, payment.processing or payment.failed
    made_at timestamptz NOT NULL DEFAULT now(),
    -- When the next try may begin. Whoever begins one moves it on first, so that it is his alone
    -- until then; whoever fails sets it to the end of the pause.
    try_at timestamptz NOT NULL,
    attempts bigint NOT NULL, -- tries that began
    failure text, -- of the last try that failed
    answer text, -- what the shop said first, for the customer
    acknowledged_at timestamptz -- the shop answered 2xx, or said so itself
)
-- Each row is updated once or more.
WITH (fillfactor = 80);

-- What the shop does not know yet, by when it is tried next. New rows go to its right end.
CREATE INDEX fulfillments_open ON fulfillments (try_at, id) WHERE acknowledged_at IS NULL;
