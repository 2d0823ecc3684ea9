import Audit
import Payments
import Postgres

/// Payments as far as they are compared with Stripe.
enum EntryReads {
    private static let list: SQL = """
        p.id, p.state, p.amount, p.currency, p.charged, p.charged_currency, p.refunded,
        p.stripe_customer, p.cart, p.intent,
        \(Moment.microseconds("p.claimed_at")),
        greatest(0, extract(EPOCH FROM now() - p.changed_at) * 1000000)::bigint
        """

    static func statements(_ intents: [String], _ payments: [String]) -> [SQL] {
        [
            """
            SELECT n.intent, \(list)
            FROM payment_intents n JOIN payments p ON p.id = n.payment_id
            WHERE n.intent = ANY(\(intents))
            """,
            "SELECT p.id, \(list) FROM payments p WHERE p.id = ANY(\(payments))",
        ]
    }

    static func named(_ rows: Rows) throws(DatabaseError) -> [String: BookEntry] {
        var entries: [String: BookEntry] = [:]
        for row in rows {
            var columns = ColumnReader(row)
            let name = try columns.string()
            entries[name] = try entry(from: &columns)
        }
        return entries
    }

    static func claimed(
        in window: AuditWindow,
        after last: AuditCursor?,
        atMost count: Int
    ) -> SQL {
        """
        SELECT \(list) FROM payments p
        WHERE p.claimed_at >= \(Moment.timestamp(last?.microseconds ?? window.from))
            AND p.claimed_at < \(Moment.timestamp(window.until))
            AND (p.claimed_at, p.id)
                > (\(Moment.timestamp(last?.microseconds ?? window.from)), \(last?.payment ?? ""))
            AND p.intent IS NOT NULL
        ORDER BY p.claimed_at, p.id
        LIMIT \(count)
        """
    }

    /// Of older payments. Each of them is looked up by its key (`OFFSET 0`).
    static func changed(in window: AuditWindow, after last: String?, atMost count: Int) -> SQL {
        """
        SELECT \(list) FROM (
            SELECT DISTINCT e.payment_id FROM payment_events e
            WHERE e.at >= \(Moment.timestamp(window.from))
                AND e.at < \(Moment.timestamp(window.until)) AND e.number > 1
                AND e.payment_id > \(last ?? "")
        ) AS c
        CROSS JOIN LATERAL (
            SELECT * FROM payments p WHERE p.id = c.payment_id OFFSET 0
        ) AS p
        WHERE p.claimed_at < \(Moment.timestamp(window.from)) AND p.intent IS NOT NULL
        ORDER BY p.id
        LIMIT \(count)
        """
    }

    static func entry(from columns: inout ColumnReader) throws(DatabaseError) -> BookEntry {
        let id = try columns.string()
        let state = PaymentState(word: try columns.string())
        return BookEntry(
            id: id,
            state: state,
            money: try AuditReads.money(&columns),
            charged: try AuditReads.charged(&columns),
            refunded: try columns.int64(),
            stripeCustomer: try columns.optionalString(),
            cartText: try columns.string(),
            intent: try columns.optionalString(),
            claimedMicroseconds: try columns.int64(),
            sinceChange: try columns.age()
        )
    }

    static func refunds(of payments: [String]) -> SQL {
        """
        SELECT payment_id, number, state, amount, refund FROM refunds
        WHERE payment_id = ANY(\(payments))
        """
    }

    static func refund(from row: Row) throws(DatabaseError) -> RecordedRefund {
        RecordedRefund(
            payment: try row.string(0),
            number: try row.int64(1),
            state: RefundState(word: try row.string(2)),
            minorUnits: try row.int64(3),
            refund: try row.optionalString(4)
        )
    }
}
