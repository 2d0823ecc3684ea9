import Audit
import Payments
import Postgres

/// The statements over seals.
///
/// An event's moment is that of its transaction's beginning, so a window may only be sealed when
/// every transaction that began before its end is over. `horizon` asks which is the oldest one that
/// is open, and the window is read by a later statement: what was not open then has become visible
/// by then, because a transaction becomes visible before it is reported as over. All who write
/// events are the same role, so each sees when the others began.
enum SealStatements {
    static func horizon(age: Duration) -> SQL {
        """
        SELECT \(Moment.microseconds("least(h.young, h.oldest)"))
        FROM (
            SELECT now() - \(age.wholeMicroseconds) * interval '1 microsecond' AS young,
                min(a.xact_start) AS oldest
            FROM pg_stat_activity a
            WHERE a.datname = current_database() AND a.backend_type = 'client backend'
                AND a.pid <> pg_backend_pid()
        ) AS h
        """
    }

    /// One statement: the window begins where the newest seal ends, holds at least one event, and
    /// is a minute at most from that event on, so that its hashes fit into memory. Whoever writes
    /// the number first has sealed.
    static func sealNext(before horizon: Int64) -> SQL {
        """
        WITH newest AS (
            SELECT number, until_at, hash FROM audit_seals ORDER BY number DESC LIMIT 1
        ), first AS (
            SELECT min(at) AS at FROM payment_events
            WHERE at >= coalesce((SELECT until_at FROM newest), '-infinity')
                AND at < \(Moment.timestamp(horizon))
        ), sealing AS (
            SELECT coalesce(n.number, 0) + 1 AS number, coalesce(n.until_at, f.at) AS from_at,
                least(f.at + interval '1 minute', \(Moment.timestamp(horizon))) AS until_at,
                coalesce(n.hash, '') AS previous_hash
            FROM first f LEFT JOIN newest n ON true
            WHERE f.at IS NOT NULL
        )
        INSERT INTO audit_seals (number, from_at, until_at, events, previous_hash, hash)
        SELECT s.number, s.from_at, s.until_at, found.events, s.previous_hash,
            seal_hash(
                s.previous_hash, s.number, s.from_at, s.until_at, found.events, found.hashes
            )
        FROM sealing s CROSS JOIN LATERAL (\(found)) AS found
        ON CONFLICT (number) DO NOTHING
        RETURNING \(list)
        """
    }

    /// The events of the window of `s`.
    private static let found: SQL = """
        SELECT count(*) AS events,
            string_agg(e.hash, ''::bytea ORDER BY e.payment_id, e.number) AS hashes
        FROM payment_events e
        WHERE e.at >= s.from_at AND e.at < s.until_at
        """

    private static let list: SQL = """
        number, \(Moment.microseconds("from_at")), \(Moment.microseconds("until_at")), events, hash
        """

    static let newest: SQL = "SELECT \(list) FROM audit_seals ORDER BY number DESC LIMIT 1"

    static func seal(from row: Row) throws(DatabaseError) -> Seal {
        Seal(
            number: try row.int64(0),
            window: AuditWindow(from: try row.int64(1), until: try row.int64(2)),
            events: try row.int64(3),
            hash: try row.bytes(4)
        )
    }

    /// Each seal of the window with what differs, if anything does.
    static func check(in window: AuditWindow, after last: Int64?, atMost count: Int) -> SQL {
        """
        SELECT s.number, \(Moment.microseconds("s.from_at")),
            CASE
                WHEN s.number > 1 AND before.number IS NULL
                    OR s.previous_hash <> coalesce(before.hash, '')
                    OR s.from_at <> coalesce(before.until_at, s.from_at) THEN 'order'
                WHEN s.events <> found.events THEN 'events'
                WHEN s.hash <> seal_hash(
                    s.previous_hash, s.number, s.from_at, s.until_at, s.events, found.hashes
                ) THEN 'hash'
            END
        FROM (
            SELECT * FROM audit_seals
            WHERE number > \(last ?? 0) AND until_at > \(Moment.timestamp(window.from))
                AND from_at < \(Moment.timestamp(window.until))
            ORDER BY number
            LIMIT \(count)
        ) AS s
        LEFT JOIN audit_seals before ON before.number = s.number - 1
        CROSS JOIN LATERAL (\(found)) AS found
        ORDER BY s.number
        """
    }

    /// An hour: a long transaction, as of a backup, keeps the windows open for as long as it takes.
    static let unsealed: SQL = """
        SELECT \(Moment.microseconds("min(at)")) FROM payment_events
        WHERE at >= coalesce(
                (SELECT until_at FROM audit_seals ORDER BY number DESC LIMIT 1), '-infinity'
            )
            AND at < now() - interval '1 hour'
        """
}
