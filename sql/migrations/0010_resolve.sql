-- What a person found to be taken for a payment that the service could not end by itself: Stripe's
-- answer was about another amount, or money turned up after the payment had ended. The amount that
-- was asked stays what it is, since repeats of the request are compared with it.
--
-- The program before neither reads nor writes these columns: it shows the amount that was asked.

ALTER TABLE payments
    ADD COLUMN charged bigint CHECK (charged >= 0),
    ADD COLUMN charged_currency text;

-- The intent whose money a refund gives back, where that is not the payment's own: a second charge,
-- which a person found. The program before never makes such a refund, and would look for one in vain
-- among those of the payment's own intent: all instances have to be of this release before a person
-- gives a second charge back.
ALTER TABLE refunds ADD COLUMN stray text COLLATE "C";

-- What a person would do about a finding: payment, action and, where it is not the payment's own, the
-- intent, in the words of "payonce payments resolve".
ALTER TABLE findings ADD COLUMN prepared text;

-- How far our book was compared with Stripe's: one row, made by the first instance that compares. One
-- at a time does, whichever finds the turn due; whoever does moves it on first, so that it is his
-- alone until then.
CREATE TABLE reconciler_turns (
    id bigint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL, -- grows with each turn, so that a late one writes nothing
    due_at timestamptz NOT NULL,
    compared_until timestamptz NOT NULL -- what happened before was compared
);
