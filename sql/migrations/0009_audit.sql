-- Evidence that shows when it was touched, and what an audit finds.
--
-- Safe beside the old program: its events have no step and are hashed as before, and the findings
-- that it notes are new and open. Building the index keeps writers waiting for as long as that
-- takes, about a second for a million events.

-- The request to Stripe that this event made durable: which step, and the digest of its bytes. With
-- it the bytes in "operations" and "refunds" are part of the chain. NULL: the event made none.
ALTER TABLE payment_events
    ADD COLUMN step_name text,
    ADD COLUMN step_digest bytea;

-- The events of a window of time. New rows go to its right end, many at a time with the same moment.
CREATE INDEX payment_events_at ON payment_events (at);

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

-- A finding is about a payment, or about something at Stripe (pi_…, re_…) or a seal that leads to no
-- payment: then its name stands in "payment_id". It is open; explained, when a person has said why it
-- is as it is; or closed, when it was put right or is not there any more. It opens again when its
-- facts are no longer those that were explained or closed.
ALTER TABLE findings
    ADD COLUMN facts bytea, -- the digest of what was seen; NULL: not seen any more
    ADD COLUMN about_at timestamptz, -- when what it is about began
    ADD COLUMN seen_at timestamptz, -- by the newest audit that saw it
    ADD COLUMN decided_by text, -- who explained or closed it
    ADD COLUMN reason text,
    ADD COLUMN evidence text;

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
