import Payments
import Postgres

/// The statements with which an instance takes attempts over. Each list is one transaction whose
/// last statement returns what the token marks as taken, so that it can be repeated after a lost
/// answer: the second time takes nothing twice and returns the same.
enum TakeoverStatements {
    /// What killed three instances in a row is left to a person.
    static let mostTakeovers: Int64 = 3
    /// A challenge is not touched before 75 minutes: Stripe's hour for the second confirm, and a
    /// quarter for a customer who comes at its end and for clocks that differ.
    static let challengeSeconds: Int64 = 75 * 60

    // MARK: One

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
                SELECT p.id
                FROM payments p LEFT JOIN instances i ON i.id = p.owner
                WHERE p.id = \(payment.id.description) AND p.fence = \(payment.fence)
                    AND (p.owner IS NULL OR i.ended_at IS NOT NULL OR i.id IS NULL)
                FOR NO KEY UPDATE OF p
            ), \(taken(by: instance, customerIsHere: customerIsHere, token: token))
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

    // MARK: Many

    static func takeDue(
        atMost count: Int,
        by instance: InstanceID,
        stripeSeconds: Int64?,
        token: Int64
    ) -> [SQL] {
        [
            endLapsedInstances,
            noteStuck,
            """
            WITH chosen AS (
                SELECT p.id
                FROM payments p LEFT JOIN instances i ON i.id = p.owner
                WHERE p.id IN (\(candidates(atMost: count, stripeSeconds)))
                    AND (\(isDue(stripeSeconds)))
                ORDER BY p.look_at NULLS FIRST
                LIMIT \(count)
                FOR NO KEY UPDATE OF p SKIP LOCKED
            ), \(taken(by: instance, customerIsHere: false, token: token))
            """,
            marked(by: instance, token: token, "\(isOpen)"),
        ]
    }

    /// As `endInstance`, for all; a row that is being renewed is left for the next time.
    private static let endLapsedInstances: SQL = """
        UPDATE instances SET ended_at = now()
        WHERE id IN (
            SELECT id FROM instances
            WHERE ended_at IS NULL AND lease_until <= now()
            FOR UPDATE SKIP LOCKED
        )
        """

    /// One finding for each attempt that is not taken any more.
    private static let noteStuck: SQL = """
        INSERT INTO findings (payment_id, kind, detail)
        SELECT p.id, 'no_progress', p.takeovers || ' instances ended while they worked on it'
        FROM instances i JOIN payments p ON p.owner = i.id
        WHERE i.ended_at IS NOT NULL AND \(isOpen) AND p.takeovers >= \(mostTakeovers)
        ORDER BY p.id
        ON CONFLICT (payment_id, kind) DO NOTHING
        """

    /// Ids from the two indexes, each path with a limit of its own: twice as many as are wanted,
    /// since others may be taking the same ones.
    private static func candidates(atMost count: Int, _ stripeSeconds: Int64?) -> SQL {
        """
        (
            SELECT p.id FROM payments p
            WHERE p.owner IS NULL AND p.look_at <= now() AND \(isOpen)
            ORDER BY p.look_at LIMIT \(2 * count)
        ) UNION ALL (
            SELECT p.id FROM instances i JOIN payments p ON p.owner = i.id
            WHERE i.ended_at IS NOT NULL AND \(isOpen) AND p.takeovers < \(mostTakeovers)
                AND \(isDueOfEnded)
            LIMIT \(2 * count)
        ) UNION ALL (
            SELECT p.id FROM payments p
            WHERE \(isOverdueByStripe(stripeSeconds))
            ORDER BY p.action_stripe_seconds LIMIT \(2 * count)
        )
        """
    }

    /// The conditions of the three paths, asked again of the row that has been locked.
    private static func isDue(_ stripeSeconds: Int64?) -> SQL {
        """
        p.owner IS NULL AND p.look_at <= now() AND \(isOpen)
        OR i.ended_at IS NOT NULL AND \(isOpen) AND p.takeovers < \(mostTakeovers)
            AND \(isDueOfEnded)
        OR \(isOverdueByStripe(stripeSeconds))
        """
    }

    /// The words of the index; unknown ones belong to a newer program.
    private static let isOpen: SQL = """
        p.state IN (
            'creating', 'requires_action', 'confirming', 'canceling', 'processing', 'unresolved'
        )
        """

    /// Of an ended instance everything is due at once, but a challenge only when its window is over.
    private static let isDueOfEnded: SQL = """
        (
            p.state <> 'requires_action'
            OR coalesce(p.look_at, p.changed_at + \(challengeSeconds) * interval '1 second') <= now()
        )
        """

    private static func isOverdueByStripe(_ stripeSeconds: Int64?) -> SQL {
        """
        p.state = 'requires_action' AND p.owner IS NULL AND NOT p.is_overdue
            AND p.action_stripe_seconds <= \(stripeSeconds.map { $0 - challengeSeconds })
        """
    }

    // MARK: Shared

    /// Changes hands, counts it where the owner before died over it, and writes the event. A
    /// challenge that the recovery takes stays due, should the taker die.
    private static func taken(
        by instance: InstanceID,
        customerIsHere: Bool,
        token: Int64
    ) -> SQL {
        """
        taken AS (
            UPDATE payments p SET
                owner = \(instance.description),
                fence = p.fence + 1,
                look_at = CASE
                    WHEN p.state = 'requires_action' AND NOT \(customerIsHere) THEN now()
                END,
                takeovers = p.takeovers + CASE WHEN p.owner IS NULL THEN 0 ELSE 1 END,
                is_overdue = p.is_overdue OR p.state = 'requires_action' AND NOT \(customerIsHere),
                asked_at = CASE WHEN \(customerIsHere) THEN now() ELSE p.asked_at END,
                token = \(token),
                event_number = p.event_number + 1,
                previous_event_hash = p.event_hash,
                event_hash = event_hash(
                    p.event_hash, p.id, p.event_number + 1, now(), 'taken_over', NULL, p.state,
                    \(instance.description), NULL, NULL, NULL, NULL, NULL, NULL
                )
            FROM chosen
            WHERE p.id = chosen.id AND p.token <> \(token)
            RETURNING p.id, p.state, p.event_number, p.event_hash, p.previous_event_hash
        )
        INSERT INTO payment_events (
            payment_id, number, at, word, state, instance, previous_hash, hash
        )
        SELECT id, event_number, now(), 'taken_over', state, \(instance.description),
            previous_event_hash, event_hash
        FROM taken
        """
    }

    /// What this takeover has taken. It locks, so that the transaction has something to commit: only
    /// a commit waits for the standby, and so a repeat is as durable as the first time.
    private static func marked(by instance: InstanceID, token: Int64, _ condition: SQL) -> SQL {
        PaymentColumns.select(
            where: """
                p.owner = \(instance.description) AND p.token = \(token) AND \(condition)
                FOR NO KEY UPDATE OF p
                """
        )
    }
}
