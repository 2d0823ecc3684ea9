-- What ended without a success says why; what succeeded has an intent and no such reason.
SELECT id, state, closing_code
FROM payments
WHERE state IN ('declined', 'expired', 'canceled') AND closing_code IS NULL
    OR state = 'succeeded' AND (closing_code IS NOT NULL OR intent IS NULL);
