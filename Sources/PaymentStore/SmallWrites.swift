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

    /// A challenge is none of those: a look at it would end it. Nor is a look put off by it.
    static func lookNow(at intents: [PaymentIntentID]) -> SQL {
        """
        UPDATE payments p SET look_at = now()
        FROM payment_intents i
        WHERE i.intent = ANY(\(intents.map(\.description))) AND p.id = i.payment_id
            AND p.state = 'open' AND p.owner IS NULL AND p.look_at > now()
        """
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
