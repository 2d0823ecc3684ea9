import Postgres

/// Moments as microseconds since 1970, exactly: a double would round them.
enum Moment {
    /// The text of a column or expression; a literal of ours.
    static func microseconds(_ column: SQL) -> SQL {
        "(extract(EPOCH FROM \(column)) * 1000000)::bigint"
    }

    static func timestamp(_ microseconds: Int64) -> SQL {
        "(timestamptz 'epoch' + \(microseconds) * interval '1 microsecond')"
    }
}
