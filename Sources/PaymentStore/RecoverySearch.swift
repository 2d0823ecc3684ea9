import Payments
import Postgres

/// The statements with which an instance finds what nobody works on, and takes it: one transaction.
enum RecoverySearch {
    /// What killed three instances in a row is left to a person.
    static let mostTakeovers: Int64 = 3
    /// A challenge is not touched before 75 minutes: Stripe's hour for the second confirm, and a
    /// quarter for a customer who comes at its end and for clocks that differ.
    static let challengeSeconds: Int64 = 75 * 60

    static func statements(
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
                SELECT p.id, p.owner AS previous_owner
                FROM payments p LEFT JOIN instances i ON i.id = p.owner
                WHERE p.id IN (\(candidates(atMost: count, stripeSeconds)))
                    AND (\(isDue(stripeSeconds)))
                ORDER BY p.look_at NULLS FIRST
                LIMIT \(count)
                FOR NO KEY UPDATE OF p SKIP LOCKED
            ), \(TakeoverStatements.taken(by: instance, customerIsHere: false, token: token))
            """,
            TakeoverStatements.marked(by: instance, token: token, isOpen),
        ]
    }

    /// What an instance should be at work on; see `PaymentState.needsWork`. It walks over what the
    /// instance owns in the index of all that is open.
    static func owned(by instance: InstanceID, for age: Duration) -> SQL {
        """
        SELECT p.id FROM payments p
        WHERE p.owner = \(instance.description) AND p.state IN (
            'creating', 'confirming', 'authorized', 'capturing', 'canceling', 'processing',
            'unresolved'
        ) AND p.changed_at <= now() - \(age.wholeMicroseconds) * interval '1 microsecond'
        """
    }

    /// Notes which leases have lapsed; a row that is being renewed is left for the next time.
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
            'creating', 'requires_action', 'confirming', 'authorized', 'capturing', 'canceling',
            'processing', 'open', 'requires_customer', 'unresolved'
        )
        """

    /// Of an ended instance everything is due at once, but a challenge only after its window.
    private static let isDueOfEnded: SQL = """
        (
            p.state NOT IN ('requires_action', 'open', 'requires_customer')
            OR now() >= coalesce(
                p.look_at, p.changed_at + \(challengeSeconds) * interval '1 second'
            )
        )
        """

    private static func isOverdueByStripe(_ stripeSeconds: Int64?) -> SQL {
        """
        p.state = 'requires_action' AND p.owner IS NULL AND NOT p.is_overdue
            AND p.action_stripe_seconds <= \(stripeSeconds.map { $0 - challengeSeconds })
        """
    }
}
