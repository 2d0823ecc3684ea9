import Audit
import Payments
import Postgres

/// Payments with all that is written about them. Each of the other tables is looked into row by
/// row, by its key (`OFFSET 0`): a join would be planned as a scan of all of it where nothing is
/// known of the tables yet.
enum AuditReads {
    static func payments(
        in window: AuditWindow,
        after last: AuditCursor?,
        atMost count: Int
    ) -> SQL {
        let begin = Moment.timestamp(last?.microseconds ?? window.from)
        return read(
            """
            SELECT * FROM payments
            WHERE claimed_at >= \(begin) AND claimed_at < \(Moment.timestamp(window.until))
                AND (claimed_at, id) > (\(begin), \(last?.payment ?? ""))
            ORDER BY claimed_at, id
            LIMIT \(count)
            """,
            orderedBy: "p.claimed_at, p.id"
        )
    }

    /// Nothing is looked for where no payment is older than the window.
    static func latecomers(
        in window: AuditWindow,
        after last: String?,
        atMost count: Int
    ) -> SQL {
        let from = Moment.timestamp(window.from)
        return read(
            """
            SELECT p.* FROM payments p
            WHERE p.claimed_at < \(from) AND p.id > \(last ?? "") AND p.id IN (
                SELECT e.payment_id FROM payment_events e
                WHERE e.at >= \(from) AND e.at < \(Moment.timestamp(window.until)) AND e.number > 1
                UNION
                SELECT o.id FROM payments o
                WHERE o.state IN (
                    'creating', 'requires_action', 'confirming', 'authorized', 'capturing',
                    'canceling', 'processing', 'open', 'requires_customer', 'unresolved'
                )
            ) AND EXISTS (SELECT FROM payments o WHERE o.claimed_at < \(from))
            ORDER BY p.id
            LIMIT \(count)
            """,
            orderedBy: "p.id"
        )
    }

    private static func read(_ page: SQL, orderedBy order: SQL) -> SQL {
        """
        WITH page AS MATERIALIZED (\(page))
        SELECT p.id, p.state, p.amount, p.currency, p.charged, p.charged_currency, p.refunded,
            p.customer, p.order_id, p.cart, p.method, p.stripe_customer,
            p.intent, p.closing_code, p.cvc_policy, p.cvc_check,
            \(Moment.microseconds("p.claimed_at")),
            greatest(0, extract(EPOCH FROM now() - p.changed_at) * 1000000)::bigint,
            p.is_grace_given,
            p.owner IS NOT NULL OR p.look_at IS NOT NULL,
            newest.made_at IS NOT NULL AND newest.made_at = p.operation_at,
            made.body,
            fixed.amount, fixed.currency, fixed.customer,
            holder.payment_id, holder.state, coalesce(holder.refunded >= holder.taken, false),
            name.payment_id, told.id IS NOT NULL, coalesce(given.amount, 0)::bigint
        FROM page p
        LEFT JOIN LATERAL (
            SELECT o.body FROM operations o
            WHERE o.payment_id = p.id AND o.name = 'create' AND o.number = 1 OFFSET 0
        ) AS made ON true
        LEFT JOIN LATERAL (
            SELECT o.made_at FROM operations o
            WHERE o.payment_id = p.id AND o.name = p.operation_name
                AND o.number = p.operation_number
            OFFSET 0
        ) AS newest ON true
        LEFT JOIN LATERAL (
            SELECT f.amount, f.currency, f.customer FROM orders f WHERE f.id = p.order_id OFFSET 0
        ) AS fixed ON true
        LEFT JOIN LATERAL (
            SELECT g.payment_id, h.state, coalesce(h.charged, h.amount) AS taken, h.refunded
            FROM guards g LEFT JOIN payments h ON h.id = g.payment_id
            WHERE g.kind = 'order' AND g.key = p.order_id OFFSET 0
        ) AS holder ON true
        LEFT JOIN LATERAL (
            SELECT n.payment_id FROM payment_intents n WHERE n.intent = p.intent OFFSET 0
        ) AS name ON true
        LEFT JOIN LATERAL (
            SELECT f.id FROM fulfillments f
            WHERE f.id = 'ful_' || substr(p.id, 5) || '_succeeded' AND f.payment_id = p.id
            OFFSET 0
        ) AS told ON true
        LEFT JOIN LATERAL (
            SELECT sum(r.amount) AS amount FROM refunds r
            WHERE r.payment_id = p.id AND r.state IN ('pending', 'succeeded') AND r.stray IS NULL
        ) AS given ON true
        ORDER BY \(order)
        """
    }

    static func payment(from row: Row) throws(DatabaseError) -> PaymentFacts {
        var columns = ColumnReader(row)
        let id = try columns.string()
        let state = PaymentState(word: try columns.string())
        let money = try money(&columns)
        return PaymentFacts(
            id: id,
            state: state,
            money: money,
            charged: try charged(&columns),
            refunded: try columns.int64(),
            purchase: try purchase(&columns),
            intent: try columns.optionalString(),
            closingCode: try columns.optionalString(),
            cvcPolicy: try columns.optionalString(),
            cvcCheck: try columns.optionalString(),
            ages: PaymentFacts.Ages(
                claimedMicroseconds: try columns.int64(),
                sinceChange: try columns.age(),
                isGraceGiven: try columns.bool()
            ),
            surroundings: try surroundings(&columns)
        )
    }

    static func money(_ columns: inout ColumnReader) throws(DatabaseError) -> PaymentFacts.Money {
        PaymentFacts.Money(minorUnits: try columns.int64(), currency: try columns.string())
    }

    static func charged(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> PaymentFacts.Money? {
        let minorUnits = try columns.optionalInt64()
        let currency = try columns.optionalString()
        guard let minorUnits, let currency else { return nil }
        return PaymentFacts.Money(minorUnits: minorUnits, currency: currency)
    }

    private static func purchase(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> PaymentFacts.Purchase {
        let customer = try columns.optionalString()
        let order = try columns.optionalString()
        let cart = try columns.string()
        return PaymentFacts.Purchase(
            customer: customer,
            order: order,
            cartText: cart,
            cart: CartText.cart(cart),
            method: try columns.optionalString(),
            stripeCustomer: try columns.optionalString()
        )
    }

    private static func surroundings(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> PaymentFacts.Surroundings {
        PaymentFacts.Surroundings(
            isLookedAfter: try columns.bool(),
            hasNewestStep: try columns.bool(),
            create: try columns.optionalBytes(),
            fixed: try fixed(&columns),
            orderHolder: try holder(&columns),
            intentLeadsTo: try columns.optionalString(),
            isShopTold: try columns.bool(),
            refundsInBook: try columns.int64()
        )
    }

    private static func fixed(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> PaymentFacts.FixedPrice? {
        let amount = try columns.optionalInt64()
        let currency = try columns.optionalString()
        let customer = try columns.optionalString()
        guard let amount, let currency else { return nil }
        return PaymentFacts.FixedPrice(
            money: PaymentFacts.Money(minorUnits: amount, currency: currency),
            customer: customer
        )
    }

    private static func holder(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> PaymentFacts.Holder? {
        let payment = try columns.optionalString()
        let state = try columns.optionalString()
        let isRefunded = try columns.bool()
        return payment.map {
            PaymentFacts.Holder(
                payment: $0,
                state: PaymentState(word: state ?? "missing"),
                isWhollyRefunded: isRefunded
            )
        }
    }
}
