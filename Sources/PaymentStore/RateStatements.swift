import Payments
import Postgres

/// Statements about the counts of new attempts.
enum RateStatements {
    /// Adds to windows that are open and opens those that are not, in the order in which everybody
    /// locks them. Taking back opens none, and nothing falls below zero.
    static func add(_ counts: [RateCount]) -> SQL {
        """
        INSERT INTO rate_counters AS r (kind, name, count, most, ends_at)
        SELECT c.kind, c.name, c.added, c.most, now() + c.period * interval '1 microsecond'
        FROM unnest(
            \(counts.map(\.name.kind.rawValue)), \(counts.map(\.name.digest)),
            \(counts.map(\.added)), \(counts.map(\.limit.count)),
            \(counts.map(\.limit.period.wholeMicroseconds))
        ) AS c (kind, name, added, most, period)
        WHERE c.added > 0 OR EXISTS (
            SELECT FROM rate_counters o WHERE o.kind = c.kind COLLATE "C" AND o.name = c.name
        )
        ORDER BY c.kind COLLATE "C", c.name
        ON CONFLICT (kind, name) DO UPDATE SET
            count = CASE
                WHEN r.ends_at > now() THEN greatest(0, r.count + excluded.count)
                ELSE excluded.count
            END,
            most = excluded.most,
            ends_at = CASE WHEN r.ends_at > now() THEN r.ends_at ELSE excluded.ends_at END
        WHERE r.ends_at > now() OR excluded.count > 0
        RETURNING r.kind, r.name, r.count, \(remaining)
        """
    }

    /// The names under which nothing may begin now, the longest first.
    static func full(atMost count: Int) -> SQL {
        """
        SELECT r.kind, r.name, r.count, \(remaining)
        FROM rate_counters r
        WHERE r.count >= r.most AND r.ends_at > now()
        ORDER BY r.ends_at DESC
        LIMIT \(count)
        """
    }

    /// Rows that somebody else removes, or counts on, are left alone.
    static func removeEnded(atMost count: Int) -> SQL {
        """
        DELETE FROM rate_counters
        WHERE (kind, name) IN (
            SELECT kind, name FROM rate_counters
            WHERE ends_at <= now()
            ORDER BY ends_at
            LIMIT \(count)
            FOR UPDATE SKIP LOCKED
        )
        RETURNING 1::bigint
        """
    }

    private static let remaining: SQL = """
        (extract(EPOCH FROM r.ends_at - now()) * 1000000)::bigint
        """

    /// `nil` for a kind that only a newer program knows.
    static func standing(from row: Row) throws(DatabaseError) -> RateStanding? {
        var columns = ColumnReader(row)
        guard let kind = AttemptLimits.Kind(rawValue: try columns.string()) else { return nil }
        return RateStanding(
            name: RateName(kind: kind, digest: try columns.bytes()),
            count: Int(try columns.int64()),
            remaining: try columns.age()
        )
    }
}
