-- Where a wrong security code is refused, nothing is paid with one, and nothing is captured before
-- the check was read.
SELECT id, state, cvc_check
FROM payments
WHERE cvc_policy = 'refuse'
    AND (
        state IN ('succeeded', 'capturing') AND cvc_check = 'fail'
        OR state = 'capturing' AND cvc_check IS NULL
    );
