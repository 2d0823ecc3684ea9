-- Nothing is sent that is not durable: each payment has its first step and the newest one it names.
SELECT p.id, p.operation_name, p.operation_number
FROM payments p
WHERE NOT EXISTS (
    SELECT FROM operations o
    WHERE o.payment_id = p.id AND o.name = p.operation_name AND o.number = p.operation_number
        AND o.made_at = p.operation_at
)
    OR NOT EXISTS (
        SELECT FROM operations o
        WHERE o.payment_id = p.id AND o.name = 'create' AND o.number = 1
    );
