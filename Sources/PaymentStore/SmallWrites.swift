import Payments
import Postgres

/// Statements that are one row each and may be repeated at will.
enum SmallWrites {
    static func join(_ guarding: Guard, _ fingerprint: Fingerprint, to payment: PaymentID) -> SQL {
        """
        INSERT INTO guards (kind, key, payment_id, fingerprint, attempts)
        SELECT \(guarding.kind.rawValue), \(guarding.key), p.id, \(fingerprint.description), 0
        FROM payments p WHERE p.id = \(payment.description)
        ON CONFLICT (kind, key) DO NOTHING
        """
    }

    static func renewAsked(_ payment: PaymentID) -> SQL {
        "UPDATE payments SET asked_at = now() WHERE id = \(payment.description)"
    }

    static func replacements(of order: OrderID) -> SQL {
        """
        SELECT count(*) FROM payments
        WHERE order_id = \(order.description)
            AND state = 'canceled' AND closing_code = 'replaced'
            AND changed_at > now() - interval '1 hour'
        """
    }
}
