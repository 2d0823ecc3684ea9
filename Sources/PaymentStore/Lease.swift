import Payments
import Postgres

/// The statements of an instance's lease. All times are the database's.
enum Lease {
    /// Returns a row where the lease is live now. A lapsed one is not revived: its payments may
    /// have been taken already. The clock is read when the row is locked, not when the transaction
    /// began, since it may have waited for somebody who looked at the lease.
    static func renew(_ instance: InstanceID, for duration: Duration) -> SQL {
        let microseconds = duration.wholeMicroseconds
        return """
            INSERT INTO instances AS i (id, lease_until)
            VALUES (\(instance.description), now() + \(microseconds) * interval '1 microsecond')
            ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until
            WHERE i.ended_at IS NULL AND i.lease_until > clock_timestamp()
            RETURNING i.id
            """
    }

    static let live: SQL = """
        SELECT count(*) FROM instances WHERE ended_at IS NULL AND lease_until > now()
        """

    static func end(_ instance: InstanceID) -> SQL {
        """
        UPDATE instances SET ended_at = now(), lease_until = least(lease_until, now())
        WHERE id = \(instance.description) AND ended_at IS NULL
        """
    }
}
