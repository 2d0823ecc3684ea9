import Payments
import Postgres

/// The statements with which an instance takes an attempt over. Each list is one transaction whose
/// last statement returns what the token marks as taken, so that it can be repeated after a lost
/// answer: the second time takes nothing twice and returns the same.
enum TakeoverStatements {
    static func take(
        _ payment: Payment,
        by instance: InstanceID,
        customerIsHere: Bool,
        token: Int64
    ) -> [SQL] {
        [
            endInstance(ownerName(payment)),
            """
            WITH chosen AS (
                SELECT p.id, p.owner AS previous_owner
                FROM payments p LEFT JOIN instances i ON i.id = p.owner
                WHERE p.id = \(payment.id.description) AND p.fence = \(payment.fence)
                    AND (p.owner IS NULL OR i.ended_at IS NOT NULL OR i.id IS NULL)
                FOR NO KEY UPDATE OF p
            ), \(taken(by: instance, customerIsHere: customerIsHere, token: token))
            """,
            marked(by: instance, token: token, "p.id = \(payment.id.description)"),
        ]
    }

    /// From a live owner as well, whose fence is not the payment's any more then.
    static func seize(_ payment: Payment, by instance: InstanceID, token: Int64) -> [SQL] {
        [
            """
            WITH chosen AS (
                SELECT p.id, p.owner AS previous_owner FROM payments p
                WHERE p.id = \(payment.id.description) AND p.fence = \(payment.fence)
                    AND p.state = \(payment.state.word)
                FOR NO KEY UPDATE OF p
            ), \(taken(by: instance, customerIsHere: false, counts: false, token: token))
            """,
            marked(by: instance, token: token, "p.id = \(payment.id.description)"),
        ]
    }

    private static func ownerName(_ payment: Payment) -> String? {
        switch payment.owner {
        case .nobody: nil
        case .instance(let owner, _): owner.description
        }
    }

    /// Notes that the lease has lapsed before anything is taken because of it: from here on it
    /// cannot be renewed. Waits for a renewal under way, and then finds that it has not lapsed.
    private static func endInstance(_ id: String?) -> SQL {
        """
        UPDATE instances SET ended_at = now()
        WHERE id = \(id) AND ended_at IS NULL AND lease_until <= now()
        """
    }

    // MARK: Shared with the recovery

    /// Changes hands, counts it where the owner before died over it, and writes the event. A
    /// challenge that the recovery takes stays due, should the taker die.
    static func taken(
        by instance: InstanceID,
        customerIsHere: Bool,
        counts: Bool = true,
        token: Int64
    ) -> SQL {
        """
        taken AS (
            UPDATE payments p SET
                owner = \(instance.description),
                fence = p.fence + 1,
                look_at = CASE
                    WHEN \(waitsForPayer) AND NOT \(customerIsHere) THEN now()
                END,
                takeovers = p.takeovers + CASE
                    WHEN p.owner IS NULL OR NOT \(counts) THEN 0 ELSE 1
                END,
                is_overdue = p.is_overdue OR \(waitsForPayer) AND NOT \(customerIsHere),
                asked_at = CASE WHEN \(customerIsHere) THEN now() ELSE p.asked_at END,
                token = \(token),
                event_number = p.event_number + 1,
                previous_event_hash = p.event_hash,
                event_hash = event_hash(
                    p.event_hash, p.id, p.event_number + 1, now(), 'taken_over',
                    'from ' || chosen.previous_owner, p.state,
                    \(instance.description), NULL, NULL, NULL, NULL, NULL, NULL
                )
            FROM chosen
            WHERE p.id = chosen.id AND p.token <> \(token)
            RETURNING p.id, p.state, p.event_number, p.event_hash, p.previous_event_hash,
                chosen.previous_owner
        )
        INSERT INTO payment_events (
            payment_id, number, at, word, detail, state, instance, previous_hash, hash
        )
        SELECT id, event_number, now(), 'taken_over', 'from ' || previous_owner, state,
            \(instance.description), previous_event_hash, event_hash
        FROM taken
        """
    }

    /// See `PaymentState.waitsForPayer`.
    private static let waitsForPayer: SQL =
        "p.state IN ('requires_action', 'open', 'requires_customer')"

    /// What this takeover has taken. It locks, so that the transaction has something to commit:
    /// only a commit waits for the standby, and so a repeat is as durable as the first time.
    static func marked(by instance: InstanceID, token: Int64, _ condition: SQL) -> SQL {
        PaymentColumns.select(
            where: """
                p.owner = \(instance.description) AND p.token = \(token) AND \(condition)
                FOR NO KEY UPDATE OF p
                """
        )
    }
}
