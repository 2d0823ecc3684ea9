-- The tables as all of sql/migrations leave them, for readers. Nothing applies this file; a test
-- compares it with the migrations.
--
-- Two commits make a payment. The first holds its guards, the payment, the request to Stripe byte by
-- byte and the first event; only then does a byte leave. The second holds what came of it.
--
-- Rules of all tables here, so that the database can grow to several machines without a change:
--
--   * Every table has one unique key, its primary key. Whatever else may exist once only (a key of
--     the caller, an order, a card) is a row in "guards".
--   * No foreign keys: each would lock a second row on every write of the hot path. What they would
--     have held is asked by sql/checks.
--   * No sequences, no triggers, no advisory locks, nothing that belongs to a session: connections
--     come from a pooler in transaction mode.
--   * Money is a bigint of minor units beside its currency. Our times are timestamptz by the
--     database's clock, Stripe's are seconds since 1970 by Stripe's clock, and no statement
--     compares one with the other.
--   * Names are compared byte by byte (COLLATE "C"): the order of locks must not depend on a locale,
--     and the comparison is cheaper.

-- Who may begin an attempt to pay. Each row is something that at most one open attempt may hold, and
-- inserting it is how a race is decided: the second one waits for the first and then finds it.
-- A guard changes hands only when its holder has ended, never by a clock, and is never removed.
CREATE TABLE guards (
    kind text COLLATE "C" NOT NULL, -- key, order, method, cvc or card
    key text COLLATE "C" NOT NULL, -- a digest for key, cvc and card, the plain name for the others
    payment_id text COLLATE "C" NOT NULL, -- the holder
    -- What was asked when the guard was first taken. It stays when the guard changes hands.
    fingerprint text NOT NULL,
    -- The attempts that began under it as their first guard. The next attempt's id is derived from
    -- it, so it never shrinks.
    attempts bigint NOT NULL,
    taken_at timestamptz NOT NULL DEFAULT now(), -- for the first time
    -- The holder before, and its count: a claim that gets only some of its guards puts them back
    -- within its own transaction.
    previous_payment_id text COLLATE "C",
    previous_attempts bigint,
    PRIMARY KEY (kind, key)
);

-- One attempt to pay. An order that is declined and paid with another card is two rows here.
CREATE TABLE payments (
    id text COLLATE "C" PRIMARY KEY, -- derived from what is attempted, never drawn
    state text COLLATE "C" NOT NULL,
    -- Grows with every change of hands. Every later write names the fence that it knows.
    fence bigint NOT NULL,
    owner text COLLATE "C", -- the instance at work on it; NULL: nobody
    look_at timestamptz, -- when the recovery is to look at it, where nobody owns it
    -- Takeovers from instances that died over it, since the last progress. The third one is the
    -- last: what killed three instances is for a person.
    takeovers bigint NOT NULL DEFAULT 0,
    -- The recovery took this challenge once because its window was over by Stripe's clock; from then
    -- on look_at alone decides, or it would be taken again at once.
    is_overdue boolean NOT NULL DEFAULT false,
    -- The recovery found the challenge done and left the customer another hour to come back.
    is_grace_given boolean NOT NULL DEFAULT false,
    -- Drawn by each writer for each write. After a lost answer the writer finds out by it whether
    -- the write was its own: a second request of the same instance writes all the same other values.
    token bigint NOT NULL,

    customer text, -- the shop's name of the customer; NULL: a guest
    order_id text COLLATE "C",
    cart text NOT NULL, -- canonical: length:item*quantity, comma-separated
    fingerprint text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    method text, -- NULL: the app brings one to Stripe itself
    uses_stripe_sdk boolean NOT NULL,
    return_url text,
    origin text NOT NULL, -- a digest of the address of the first request

    intent text COLLATE "C",
    client_secret text,
    closing_code text,
    closing_decline_code text,
    closing_message text,

    -- The newest step asked of Stripe; its bytes are in "operations".
    operation_name text COLLATE "C" NOT NULL,
    operation_number bigint NOT NULL,
    operation_at timestamptz NOT NULL,
    operation_by text COLLATE "C" NOT NULL, -- the instance that was the first to send it

    claimed_at timestamptz NOT NULL,
    asked_at timestamptz NOT NULL, -- the customer's latest request for the newest step
    changed_at timestamptz NOT NULL, -- the last change of state
    claim_stripe_seconds bigint,
    action_stripe_seconds bigint, -- the last challenge
    -- An attempt that ended on an answer which Stripe does not store, and not by the first sender's
    -- hand, keeps its guards until then: the first send may still be on its way. One call to Stripe
    -- lasts 50 s at most and the first sender knows within one lease (10 s) that it may not send:
    -- 60 s.
    guards_held_until timestamptz,

    -- The newest event. With both hashes here the next event is chained without reading the last
    -- one; there are two because a statement can return only what a row has become.
    event_number bigint NOT NULL,
    event_hash bytea NOT NULL,
    previous_event_hash bytea NOT NULL,

    -- What is done with the card; NULL for a plain payment.
    stripe_customer text, -- whom the card belongs to at Stripe, or is to belong to
    saves_card boolean,
    consent text, -- the version of the text that the customer agreed to
    cvc_policy text, -- refuse or accept; NULL: no security code was collected again

    -- What the bank said of a security code that was collected again: pass, fail, unavailable,
    -- unchecked or none; NULL: not read, or no code was collected again. Written once and before what
    -- it decides is begun: after a crash the same is decided.
    cvc_check text,

    -- What was given back, or is on its way back, in minor units: the sum over "refunds".
    refunded bigint NOT NULL DEFAULT 0,

    flow text COLLATE "C" NOT NULL DEFAULT 'on_session', -- or off_session, app_confirmed

    -- What a person found to be taken, where that is not what was asked, or the payment is none that
    -- was paid; NULL: a success took its amount, and anything else nothing.
    charged bigint CHECK (charged >= 0),
    charged_currency text
)
-- Each payment is updated at least once: a fifth of each page is left for that.
WITH (fillfactor = 80);

-- What somebody has to work on, for the recovery: by owner, since it looks for those of nobody that
-- are due and for all of an instance that died. A simple payment enters it once and never again: a
-- success is no part of it.
CREATE INDEX payments_in_progress ON payments (owner, look_at)
WHERE state IN (
    'creating', 'requires_action', 'confirming', 'authorized', 'capturing', 'canceling',
    'processing', 'open', 'requires_customer', 'unresolved'
);

-- Challenges by Stripe's clock. A simple payment never enters it.
CREATE INDEX payments_challenged ON payments (action_stripe_seconds)
WHERE state = 'requires_action' AND owner IS NULL AND NOT is_overdue;

-- The attempts that gave way to another one, for the limit of an order.
CREATE INDEX payments_replaced ON payments (order_id, changed_at)
WHERE state = 'canceled' AND closing_code = 'replaced';

-- Newest first, for people. New rows go to its right end, which costs next to nothing.
CREATE INDEX payments_claimed ON payments (claimed_at);

-- The steps asked of Stripe, byte by byte as they were first made: every repeat sends these bytes
-- under this name and number. What Stripe answered is an event, since an update would copy the bytes
-- and forget an earlier answer. Rows are only ever inserted, with one exception: the token of a
-- security code stands in the bytes of the create, because a repeat has to send the same bytes, and
-- the commit that ends an attempt overwrites it there. Nothing is sent from those bytes any more.
CREATE TABLE operations (
    payment_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, -- create, confirm, cancel, capture
    number bigint NOT NULL,
    path text NOT NULL,
    body bytea NOT NULL,
    api_version text NOT NULL,
    made_at timestamptz NOT NULL,
    stripe_seconds bigint, -- NULL: no answer of Stripe had been seen yet
    PRIMARY KEY (payment_id, name, number)
);

-- From Stripe's name to ours, for the second call and for whatever Stripe tells of.
CREATE TABLE payment_intents (
    intent text COLLATE "C" PRIMARY KEY,
    payment_id text COLLATE "C" NOT NULL
);

-- What happened to a payment, written in the commit in which it happened and never changed. Each row
-- holds the hash of the one before, so that a changed, removed or inserted row shows.
CREATE TABLE payment_events (
    payment_id text COLLATE "C" NOT NULL,
    number bigint NOT NULL, -- 1, 2, 3 without a gap
    at timestamptz NOT NULL,
    word text NOT NULL,
    detail text,
    state text NOT NULL, -- of the payment, from then on
    instance text NOT NULL, -- who wrote it
    -- Stripe's answer to the newest step, where one came.
    operation_name text,
    operation_number bigint,
    answer_status bigint,
    answer_request_id text,
    answer_is_replay boolean,
    answer_stripe_seconds bigint,
    previous_hash bytea NOT NULL, -- empty for the first
    hash bytea NOT NULL,
    -- The request to Stripe that this event made durable: which step, and the digest of its bytes.
    -- With it the bytes in "operations" and "refunds" are part of the chain. NULL: it made none.
    step_name text,
    step_digest bytea,
    PRIMARY KEY (payment_id, number)
);

-- The events of a window of time. New rows go to its right end, many at a time with the same moment.
CREATE INDEX payment_events_at ON payment_events (at);

-- The hash of an event: SHA-256 over the hash before and a JSON array of the version (1) and all
-- values, the moment in microseconds since 1970. JSON, because it tells an absent value from an empty
-- one and where each ends. The planner puts the expression in place of the call.
CREATE FUNCTION event_hash(
    previous_hash bytea,
    payment_id text,
    number bigint,
    at timestamptz,
    word text,
    detail text,
    state text,
    instance text,
    operation_name text,
    operation_number bigint,
    answer_status bigint,
    answer_request_id text,
    answer_is_replay boolean,
    answer_stripe_seconds bigint
) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(
    previous_hash
    || convert_to(
        json_build_array(
            1,
            payment_id,
            number,
            (extract(EPOCH FROM at) * 1000000)::bigint,
            word,
            detail,
            state,
            instance,
            operation_name,
            operation_number,
            answer_status,
            answer_request_id,
            answer_is_replay,
            answer_stripe_seconds
        )::text,
        'UTF8'
    )
);

-- The digest of a request: SHA-256 over its path, the version and the bytes, without the token of a
-- security code, which is overwritten when the attempt ends.
CREATE FUNCTION step_digest(path text, api_version text, body bytea) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(
    convert_to(path || ' ' || api_version || E'\n', 'UTF8')
    || CASE
        WHEN position('cvctok_'::bytea IN body) = 0 THEN body
        ELSE convert_to(
            regexp_replace(convert_from(body, 'UTF8'), 'cvctok_[0-9A-Za-z_]+', 'cvctok_scrubbed'),
            'UTF8'
        )
    END
);

-- The hash of an event that may have made a step durable. One that made none is hashed in version 1,
-- as the program before did.
CREATE FUNCTION event_hash(
    previous_hash bytea,
    payment_id text,
    number bigint,
    at timestamptz,
    word text,
    detail text,
    state text,
    instance text,
    operation_name text,
    operation_number bigint,
    answer_status bigint,
    answer_request_id text,
    answer_is_replay boolean,
    answer_stripe_seconds bigint,
    step_name text,
    step_digest bytea
) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
    WHEN step_name IS NULL AND step_digest IS NULL THEN event_hash(
        previous_hash, payment_id, number, at, word, detail, state, instance, operation_name,
        operation_number, answer_status, answer_request_id, answer_is_replay,
        answer_stripe_seconds
    )
    ELSE sha256(
        previous_hash
        || convert_to(
            json_build_array(
                2,
                payment_id,
                number,
                (extract(EPOCH FROM at) * 1000000)::bigint,
                word,
                detail,
                state,
                instance,
                operation_name,
                operation_number,
                answer_status,
                answer_request_id,
                answer_is_replay,
                answer_stripe_seconds,
                step_name,
                encode(step_digest, 'hex')
            )::text,
            'UTF8'
        )
    )
END;

-- Closed windows of time, one after the other without a gap, each with a hash over the events in it
-- and the hash of the seal before. Its hash is also in the service's log: who changes or deletes
-- events and seals them anew cannot change that too. A window without events has no seal of its own;
-- the next one begins where the last one ended.
CREATE TABLE audit_seals (
    number bigint PRIMARY KEY, -- 1, 2, 3 without a gap
    from_at timestamptz NOT NULL, -- where the seal before ends
    until_at timestamptz NOT NULL, -- the first moment after the window
    events bigint NOT NULL,
    previous_hash bytea NOT NULL, -- empty for the first
    hash bytea NOT NULL,
    sealed_at timestamptz NOT NULL DEFAULT now()
);

-- The hash of a seal: SHA-256 over the hash before, the version (1), number, bounds and count, and
-- the hashes of the events by payment and number, end to end.
CREATE FUNCTION seal_hash(
    previous_hash bytea,
    number bigint,
    from_at timestamptz,
    until_at timestamptz,
    events bigint,
    event_hashes bytea
) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(
    previous_hash
    || convert_to(
        json_build_array(
            1,
            number,
            (extract(EPOCH FROM from_at) * 1000000)::bigint,
            (extract(EPOCH FROM until_at) * 1000000)::bigint,
            events
        )::text,
        'UTF8'
    )
    || coalesce(event_hashes, '')
);

-- Runs of the service. A payment's owner is one of them, and its lease is renewed here once for all
-- payments together: every 2 s for 10 s.
CREATE TABLE instances (
    id text COLLATE "C" PRIMARY KEY,
    started_at timestamptz NOT NULL DEFAULT now(),
    lease_until timestamptz NOT NULL,
    -- Set by the instance when it leaves, or by whoever takes its first payment away; from then on
    -- the lease cannot be renewed. Without it a renewal under way could revive a lease that a taker
    -- has just seen lapse.
    ended_at timestamptz
);

-- The shop's prices per piece.
CREATE TABLE catalog_prices (
    item_id text COLLATE "C" NOT NULL,
    currency text COLLATE "C" NOT NULL,
    unit_amount bigint NOT NULL CHECK (unit_amount >= 0),
    name text,
    PRIMARY KEY (item_id, currency)
);

-- Every change of the prices. Running services ask for the highest number, one step down an index.
CREATE TABLE catalog_imports (
    number bigint PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    prices bigint NOT NULL, -- how many were written
    replaced_all boolean NOT NULL
);

-- The customers at Stripe, one for each of the shop's references. A row is one creation: the
-- request, durable before it is sent, and the name that Stripe gave. A lost answer is asked for
-- again with the same bytes under the same key, which is derived from the reference and the
-- attempt. Stripe forgets keys after 24 hours and its search is no proof of absence, so a creation
-- that is as old and still has no name is left as it is, and the next attempt begins. What it may
-- have made is a customer without cards, whom nothing here ever names. A customer who was deleted at
-- Stripe keeps the row, and the next attempt makes a new one.
CREATE TABLE customers (
    -- The shop's name of the customer; of a guest's sheet guest: and the name of the payment.
    reference text COLLATE "C" NOT NULL,
    attempt bigint NOT NULL, -- 1, 2, 3
    path text NOT NULL,
    body bytea NOT NULL,
    api_version text NOT NULL,
    made_at timestamptz NOT NULL,
    stripe_seconds bigint, -- NULL: no answer of Stripe had been seen yet
    stripe_customer text, -- written once; NULL: not known yet
    named_at timestamptz,
    gone_at timestamptz, -- found deleted at Stripe
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

-- What a person has to look at, once per payment and kind.
--
-- A finding is about a payment, or about something at Stripe (pi_…, re_…) or a seal that leads to no
-- payment: then its name stands in "payment_id". It is open; explained, when a person has said why it
-- is as it is; or closed, when it was put right or is not there any more. It opens again when its
-- facts are no longer those that were explained or closed.
CREATE TABLE findings (
    payment_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    detail text NOT NULL,
    state text NOT NULL DEFAULT 'open',
    noted_at timestamptz NOT NULL DEFAULT now(),
    facts bytea, -- the digest of what was seen; NULL: not seen any more
    about_at timestamptz, -- when what it is about began
    seen_at timestamptz, -- by the newest audit that saw it
    decided_by text, -- who explained or closed it
    reason text,
    evidence text,
    -- What a person would do: payment, action and, where it is not the payment's own, the intent, in
    -- the words of "payonce payments resolve".
    prepared text,
    PRIMARY KEY (payment_id, kind)
);

-- For audits, which close what is not there any more.
CREATE INDEX findings_not_closed ON findings (about_at) WHERE state <> 'closed';

-- What became of a finding, in its order; never changed, so that an explanation is still there when
-- the finding has come back.
CREATE TABLE finding_changes (
    payment_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    number bigint NOT NULL, -- 1, 2, 3 without a gap
    at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL, -- from then on
    detail text NOT NULL, -- as it was then
    changed_by text NOT NULL,
    reason text,
    evidence text,
    PRIMARY KEY (payment_id, kind, number)
);

-- Audits. A comparison with Stripe that could not complete is taken up where it stopped.
CREATE TABLE audits (
    id text COLLATE "C" PRIMARY KEY,
    is_local boolean NOT NULL, -- our own book alone
    from_at timestamptz NOT NULL,
    until_at timestamptz NOT NULL,
    is_fixed boolean NOT NULL, -- the window was named; otherwise its end moves on with the next run
    compared_until timestamptz NOT NULL, -- what Stripe made before this has been compared
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz, -- NULL: not complete
    digest text -- of the report
);

CREATE INDEX audits_unfinished ON audits (started_at) WHERE finished_at IS NULL;

-- The Stripe account and mode whose payments are in this database: one row. A service with the keys
-- of another account must not start here, since every stored answer would be wrong for it.
CREATE TABLE installation (
    id bigint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    account text NOT NULL,
    mode text NOT NULL, -- simulator, test or live
    created_at timestamptz NOT NULL DEFAULT now()
);

-- Keys of the shop's own server and of people who look after payments. The key itself is shown to
-- whoever makes it and stored nowhere. Rows stay when a key is revoked: its name explains what it did.
CREATE TABLE api_keys (
    id text COLLATE "C" PRIMARY KEY, -- part of the key, so that it is found without knowing the secret
    role text COLLATE "C" NOT NULL, -- merchant or ops
    name text NOT NULL,
    digest bytea NOT NULL, -- SHA-256 of the whole key
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    used_at timestamptz -- the last use, to the minute
);

-- What an order costs where the shop says so itself: tax, shipping and discounts are in the amount, and
-- an app cannot change it. A row is never changed: a payment that was begun at one price must not be
-- compared with another one.
CREATE TABLE orders (
    id text COLLATE "C" PRIMARY KEY,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    cart text, -- as in "payments", where the shop named items and the catalogue had the prices
    customer text, -- the only one who may pay it; NULL: whoever knows its id
    description text,
    fixed_by text COLLATE "C" NOT NULL, -- the key with which it was fixed
    fixed_at timestamptz NOT NULL DEFAULT now()
);

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
    -- The intent whose money it is, where that is not the payment's own: a second charge.
    stray text COLLATE "C",
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

-- How far Stripe's list of events was read: one row, made by the first who reads. One instance at a
-- time does, whichever finds the turn due; whoever does moves it on first, so that it is his alone
-- until then.
CREATE TABLE stripe_event_turns (
    id bigint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL, -- grows with each turn, so that a late reader writes nothing
    due_at timestamptz NOT NULL,
    read_through bigint -- by Stripe's clock; all events before it were read. NULL: none yet
);

-- How far our book was compared with Stripe's: one row, made by the first instance that compares. One
-- at a time does, whichever finds the turn due; whoever does moves it on first, so that it is his
-- alone until then.
CREATE TABLE reconciler_turns (
    id bigint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL, -- grows with each turn, so that a late one writes nothing
    due_at timestamptz NOT NULL,
    compared_until timestamptz NOT NULL -- what happened before was compared
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
