import Payments
import Postgres

/// The statements of a group of looks at guards. Orders are read beside them only where one of the
/// group asks for one.
enum HolderReads {
    static func statements(_ queries: [GuardQuery]) -> [SQL] {
        let guards = Array(Set(queries.map(\.guards).joined()))
        let orders = Array(Set(queries.compactMap(\.order)))
        // `OFFSET 0` as in `PaymentColumns.beside`.
        let holders: SQL = """
            SELECT g.kind, g.key, g.fingerprint, g.attempts, \(PaymentColumns.list)
            FROM unnest(\(guards.map(\.kind.rawValue)), \(guards.map(\.key))) AS w (kind, key)
            CROSS JOIN LATERAL (
                SELECT * FROM guards g WHERE g.kind = w.kind AND g.key = w.key OFFSET 0
            ) AS g
            CROSS JOIN LATERAL (SELECT * FROM payments p WHERE p.id = g.payment_id OFFSET 0) AS p
            \(PaymentColumns.beside)
            """
        let read = [FixedPlan.settings, holders]
        return orders.isEmpty ? read : read + [OrderStatements.read(orders)]
    }

    /// The holders of each query's guards, in the order of the guards, and its order. A row that
    /// cannot be read is the answer to those alone who asked for it.
    static func answers(
        _ queries: [GuardQuery],
        _ rows: [Rows]
    ) throws(DatabaseError) -> [Result<OrderLook, DatabaseError>] {
        let holders = try holders(rows[1])
        let orders = rows.count > 2 ? try OrderStatements.orders(rows[2]) : [:]
        return queries.map { query in
            Result { () throws(DatabaseError) in
                var found: [GuardHolder] = []
                for wanted in query.guards {
                    if let holder = holders[wanted] { found.append(try holder.get()) }
                }
                let order = query.order.flatMap { orders[$0.description] }
                return OrderLook(holders: found, order: try order?.get())
            }
        }
    }

    private static func holders(
        _ rows: Rows
    ) throws(DatabaseError) -> [Guard: Result<GuardHolder, DatabaseError>] {
        var holders: [Guard: Result<GuardHolder, DatabaseError>] = [:]
        for row in rows {
            var columns = ColumnReader(row)
            let holds = Guard(
                kind: try columns.name { Guard.Kind(rawValue: $0) },
                key: try columns.string()
            )
            holders[holds] = Result { () throws(DatabaseError) in
                try holder(of: holds, &columns)
            }
        }
        return holders
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
