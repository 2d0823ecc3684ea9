import Audit
import Payments
import Postgres

/// The statements of the console. Each goes down an index and reads a bounded number of rows,
/// however long the history is.
enum ConsoleStatements {
    /// Where no index answers a question, so many of the newest payments are looked through.
    static let mostLooked = 20_000
    /// Of today's payments so many are counted.
    static let mostCounted = 100_000

    /// The payments that meet `search`, the newest first.
    static func payments(_ search: PaymentSearch, atMost count: Int) -> SQL {
        """
        SELECT \(BookedColumns.list)
        FROM (\(candidates(search))) AS found JOIN payments p ON p.id = found.id
            \(BookedColumns.beside)
        WHERE \(conditions(search))
        ORDER BY p.claimed_at DESC, p.id DESC
        LIMIT \(count)
        """
    }

    static func payments(_ ids: [PaymentID]) -> SQL {
        """
        SELECT \(BookedColumns.list) FROM payments p \(BookedColumns.beside)
        WHERE p.id = ANY(\(ids.map(\.description)))
        """
    }

    static func holders(of keys: [String]) -> SQL {
        """
        SELECT \(BookedColumns.list)
        FROM guards g JOIN payments p ON p.id = g.payment_id \(BookedColumns.beside)
        WHERE g.kind = 'key' AND g.key = ANY(\(keys))
        ORDER BY p.claimed_at DESC
        """
    }

    // MARK: Which rows are looked at

    private static func candidates(_ search: PaymentSearch) -> SQL {
        switch search.text {
        case .payment(let id): return "SELECT \(id.description) AS id"
        case .intent(let intent):
            return """
                SELECT payment_id AS id FROM payment_intents WHERE intent = \(intent.description)
                """
        case .words(let text, let mayBeLastFour):
            return "(\(ofOrder(text))) UNION (\(ofCustomer(text)))"
                + (mayBeLastFour ? " UNION (\(ofLastFour(text)))" : "")
        case nil: break
        }
        if let order = search.order { return ofOrder(order.description) }
        if let customer = search.customer { return ofCustomer(customer.description) }
        if let state = search.state, isUnderWay(state) { return underWay(state) }
        return newest(search)
    }

    private static func ofOrder(_ order: String) -> SQL {
        """
        SELECT id FROM payments WHERE order_id = \(order)
        ORDER BY claimed_at DESC LIMIT \(mostLooked)
        """
    }

    private static func ofCustomer(_ customer: String) -> SQL {
        """
        SELECT id FROM payments WHERE customer = \(customer)
        ORDER BY claimed_at DESC LIMIT \(mostLooked)
        """
    }

    /// Of saved cards; what other cards are is not in the book.
    private static func ofLastFour(_ digits: String) -> SQL {
        """
        SELECT p.id
        FROM saved_cards s JOIN payments p ON p.customer = s.customer AND p.method = s.method
        WHERE s.last4 = \(digits) LIMIT \(mostLooked)
        """
    }

    /// The words of `payments_in_progress`, so that its index is what is read.
    private static let inProgress: SQL = """
        state IN (
            'creating', 'requires_action', 'confirming', 'authorized', 'capturing', 'canceling',
            'processing', 'open', 'requires_customer', 'unresolved'
        )
        """

    private static func isUnderWay(_ state: PaymentState) -> Bool {
        state.needsWork || state.waitsForPayer
    }

    private static func underWay(_ state: PaymentState) -> SQL {
        """
        SELECT id FROM payments WHERE \(inProgress) AND state = \(state.word)
        LIMIT \(mostLooked)
        """
    }

    private static func newest(_ search: PaymentSearch) -> SQL {
        var condition: SQL = "true"
        if let from = search.from { condition += " AND claimed_at >= \(Moment.timestamp(from))" }
        if let until = search.until { condition += " AND claimed_at < \(Moment.timestamp(until))" }
        if let after = search.after {
            condition += """
                 AND claimed_at <= (
                    SELECT claimed_at FROM payments WHERE id = \(after.description)
                )
                """
        }
        return """
            SELECT id FROM payments WHERE \(condition)
            ORDER BY claimed_at DESC LIMIT \(mostLooked)
            """
    }

    private static func conditions(_ search: PaymentSearch) -> SQL {
        var condition: SQL = "true"
        if let state = search.state { condition += " AND p.state = \(state.word)" }
        if let order = search.order { condition += " AND p.order_id = \(order.description)" }
        if let customer = search.customer {
            condition += " AND p.customer = \(customer.description)"
        }
        if let from = search.from { condition += " AND p.claimed_at >= \(Moment.timestamp(from))" }
        if let until = search.until {
            condition += " AND p.claimed_at < \(Moment.timestamp(until))"
        }
        if let after = search.after {
            condition += """
                 AND (p.claimed_at, p.id) < (
                    SELECT claimed_at, id FROM payments WHERE id = \(after.description)
                )
                """
        }
        return condition
    }

    // MARK: At a glance

    static let now: SQL = "SELECT \(Moment.microseconds("now()"))"

    /// Since midnight in UTC, down the index of claims.
    static let today: SQL = """
        SELECT state, currency, count(*), sum(amount)::bigint
        FROM (
            SELECT state, coalesce(charged_currency, currency) AS currency,
                coalesce(charged, amount) AS amount
            FROM payments
            WHERE claimed_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
            ORDER BY claimed_at DESC
            LIMIT \(mostCounted)
        ) AS p
        GROUP BY state, currency
        ORDER BY state, currency
        """

    /// Those whose outcome is not known, the oldest first: found among what is under way.
    static func unresolved(_ states: [PaymentState], atMost count: Int) -> SQL {
        """
        SELECT \(BookedColumns.list)
        FROM (
            SELECT id FROM payments
            WHERE \(inProgress) AND state = ANY(\(states.map(\.word)))
            LIMIT \(mostLooked)
        ) AS found JOIN payments p ON p.id = found.id \(BookedColumns.beside)
        ORDER BY p.changed_at, p.id
        LIMIT \(count)
        """
    }

    static func refunds(of payment: PaymentID) -> SQL {
        """
        SELECT number, state, amount, reason, refund, failure, \(Moment.microseconds("made_at"))
        FROM refunds WHERE payment_id = \(payment.description) ORDER BY number
        """
    }

    // MARK: Findings

    /// What is not closed is few, and has an index of its own.
    static func duplicates(atMost count: Int) -> SQL {
        """
        SELECT \(FindingStatements.list) FROM findings
        WHERE state <> 'closed' AND state = 'open'
            AND kind = ANY(\(DuplicateCase.kinds.map(\.rawValue)))
        ORDER BY noted_at DESC, payment_id, kind
        LIMIT \(count)
        """
    }

    static func findings(
        _ state: FindingState,
        after last: KeptFinding.Key?,
        atMost count: Int
    ) -> SQL {
        let isState: SQL =
            switch state {
            case .open: "state <> 'closed' AND state = 'open'"
            case .explained: "state <> 'closed' AND state = 'explained'"
            case .closed: "state = 'closed'"
            }
        return """
            SELECT \(FindingStatements.list) FROM findings
            WHERE \(isState)
                AND (payment_id, kind) > (\(last?.subject ?? ""), \(last?.kind ?? ""))
            ORDER BY payment_id, kind
            LIMIT \(count)
            """
    }

    static func finding(_ key: KeptFinding.Key) -> SQL {
        """
        SELECT \(FindingStatements.list) FROM findings
        WHERE payment_id = \(key.subject) AND kind = \(key.kind)
        """
    }
}
