-- What a person found to be taken for a payment that the service could not end by itself: Stripe's
-- answer was about another amount, or money turned up after the payment had ended. The amount that
-- was asked stays what it is, since repeats of the request are compared with it.
--
-- The program before neither reads nor writes these columns: it shows the amount that was asked.

ALTER TABLE payments
    ADD COLUMN charged bigint CHECK (charged >= 0),
    ADD COLUMN charged_currency text;
