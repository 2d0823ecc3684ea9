import Audit
import Payments
import Postgres

/// The statements with which an audit begins.
enum AuditStatements {
    /// Takes up the newest comparison that could not complete, where it is part of what is asked:
    /// its end moves on to now, and what it has compared is not compared again. Otherwise a new
    /// one. Our own book is always read anew, since that takes seconds.
    static func begin(_ request: AuditRequest, name: String) -> SQL {
        let window = bounds(request.window)
        let isFixed = isFixed(request.window)
        return """
            WITH asked AS (
                SELECT \(window.from) AS from_at, \(window.until) AS until_at
            ), taken AS (
                UPDATE audits a SET until_at = greatest(a.until_at, asked.until_at)
                FROM asked
                WHERE a.id = (
                    SELECT u.id FROM audits u, asked
                    WHERE u.finished_at IS NULL AND NOT u.is_local AND NOT \(request.isLocal)
                        AND u.is_fixed = \(isFixed)
                        AND CASE WHEN u.is_fixed
                            THEN u.from_at = asked.from_at AND u.until_at = asked.until_at
                            ELSE u.from_at <= asked.from_at AND u.until_at >= asked.from_at
                        END
                    ORDER BY u.started_at DESC, u.id
                    LIMIT 1
                )
                RETURNING a.*
            ), new AS (
                INSERT INTO audits (
                    id, is_local, is_fixed, from_at, until_at, compared_until
                )
                SELECT \(name), \(request.isLocal), \(isFixed), from_at, until_at, from_at
                FROM asked
                WHERE NOT EXISTS (SELECT FROM taken)
                ON CONFLICT (id) DO UPDATE SET id = excluded.id
                RETURNING *
            )
            SELECT id, \(Moment.microseconds("from_at")), \(Moment.microseconds("until_at")),
                \(Moment.microseconds("compared_until")), \(Moment.microseconds("started_at")),
                \(Moment.microseconds("now()"))
            FROM (SELECT * FROM taken UNION ALL SELECT * FROM new) AS a
            """
    }

    private static func bounds(_ window: AuditRequest.Window) -> (from: SQL, until: SQL) {
        switch window {
        case .last(let duration):
            ("now() - \(duration.wholeMicroseconds) * interval '1 microsecond'", "now()")
        case .fixed(let window): (Moment.timestamp(window.from), Moment.timestamp(window.until))
        }
    }

    private static func isFixed(_ window: AuditRequest.Window) -> Bool {
        switch window {
        case .last: false
        case .fixed: true
        }
    }

    static func progress(from row: Row) throws(DatabaseError) -> AuditProgress {
        AuditProgress(
            id: try row.string(0),
            window: AuditWindow(from: try row.int64(1), until: try row.int64(2)),
            comparedUntil: try row.int64(3),
            startedMicroseconds: try row.int64(4),
            nowMicroseconds: try row.int64(5)
        )
    }
}
