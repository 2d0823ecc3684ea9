import Payments
import Postgres

/// The statements of a group of reads, by either name.
enum PaymentReads {
    static func statements(_ names: [PaymentName]) -> [SQL] {
        let ids = names.compactMap { name in
            if case .ours(let id) = name { id.description } else { nil }
        }
        let intents = names.compactMap { name in
            if case .stripes(let intent) = name { intent.description } else { nil }
        }
        return [
            FixedPlan.settings,
            """
            SELECT p.id, \(PaymentColumns.list)
            FROM \(PaymentColumns.source)
            WHERE p.id = ANY(\(ids))
            """,
            """
            SELECT n.intent, \(PaymentColumns.list)
            FROM payment_intents n
            CROSS JOIN LATERAL (SELECT * FROM payments p WHERE p.id = n.payment_id OFFSET 0) AS p
            \(PaymentColumns.beside)
            WHERE n.intent = ANY(\(intents))
            """,
        ]
    }

    /// A row that cannot be read is the answer to its own reader alone.
    static func answers(
        _ names: [PaymentName],
        _ rows: [Rows]
    ) throws(DatabaseError) -> [Result<Payment?, DatabaseError>] {
        let ours = try byName(rows[1])
        let stripes = try byName(rows[2])
        return names.map { name in
            switch name {
            case .ours(let id): ours[id.description] ?? .success(nil)
            case .stripes(let intent): stripes[intent.description] ?? .success(nil)
            }
        }
    }

    private static func byName(
        _ rows: Rows
    ) throws(DatabaseError) -> [String: Result<Payment?, DatabaseError>] {
        var payments: [String: Result<Payment?, DatabaseError>] = [:]
        for row in rows {
            var columns = ColumnReader(row)
            payments[try columns.string()] = Result { () throws(DatabaseError) in
                try PaymentColumns.payment(from: &columns)
            }
        }
        return payments
    }
}
