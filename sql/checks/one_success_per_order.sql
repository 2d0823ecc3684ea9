-- An order is paid once.
SELECT order_id, count(*) AS successes
FROM payments
WHERE state = 'succeeded' AND order_id IS NOT NULL
GROUP BY order_id
HAVING count(*) > 1;
