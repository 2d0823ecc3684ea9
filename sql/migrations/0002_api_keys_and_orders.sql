-- Who may ask in the shop's name, and the orders whose price the shop has fixed. Two new tables, so the
-- old program goes on beside it and sees nothing of either.

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
