import Payments
import Postgres

/// The statement of a group of looks at guards.
enum HolderReads {
    static func statement(_ requests: [[Guard]]) -> SQL {
        let guards = Array(Set(requests.joined()))
        return """
            SELECT g.kind, g.key, g.fingerprint, g.attempts, \(PaymentColumns.list)
            FROM unnest(\(guards.map(\.kind.rawValue)), \(guards.map(\.key))) AS w (kind, key)
            JOIN guards g ON g.kind = w.kind AND g.key = w.key
            JOIN \(PaymentColumns.source) ON p.id = g.payment_id
            """
    }

    /// The holders of each request's guards, in the order of the guards. A row that cannot be read
    /// is the answer to those alone who asked for its guard.
    static func answers(
        _ requests: [[Guard]],
        _ rows: [Rows]
    ) throws(DatabaseError) -> [Result<[GuardHolder], DatabaseError>] {
        var holders: [Guard: Result<GuardHolder, DatabaseError>] = [:]
        for row in rows[0] {
            var columns = ColumnReader(row)
            let holds = Guard(
                kind: try columns.name { Guard.Kind(rawValue: $0) },
                key: try columns.string()
            )
            holders[holds] = Result { () throws(DatabaseError) in
                try holder(of: holds, &columns)
            }
        }
        return requests.map { guards in
            Result { () throws(DatabaseError) in
                var found: [GuardHolder] = []
                for wanted in guards {
                    if let holder = holders[wanted] { found.append(try holder.get()) }
                }
                return found
            }
        }
    }

    private static func holder(
        of holds: Guard,
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> GuardHolder {
        GuardHolder(
            holds: holds,
            fingerprint: Fingerprint(stored: try columns.string()),
            attempts: Int(try columns.int64()),
            payment: try PaymentColumns.payment(from: &columns)
        )
    }
}
