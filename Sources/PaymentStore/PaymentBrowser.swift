public import Audit
public import Payments
public import Postgres

/// Payments as people look at them: lists and timelines. No step of a payment reads here.
public struct PaymentBrowser: Sendable {
    private let database: Database

    /// A page for people; more rows than this are an export.
    public static let mostRows = 500

    public init(database: Database) {
        self.database = database
    }

    /// The newest payments first, at most `limit` and `mostRows`.
    public func payments(
        matching filter: PaymentFilter,
        limit: Int
    ) async throws(StoreFailure) -> [Payment] {
        let limit = max(0, min(limit, PaymentBrowser.mostRows))
        return try await stored { () throws(DatabaseError) in
            let rows = try await database.query(
                PaymentColumns.select(where: PaymentBrowser.condition(filter))
                    + " ORDER BY p.claimed_at DESC, p.id LIMIT \(limit)"
            )
            return try rows.map(PaymentColumns.payment(from:))
        }
    }

    private static func condition(_ filter: PaymentFilter) -> SQL {
        var condition: SQL = "true"
        if let state = filter.state { condition += " AND p.state = \(state.word)" }
        if let order = filter.order { condition += " AND p.order_id = \(order.description)" }
        if let customer = filter.customer {
            condition += " AND p.customer = \(customer.description)"
        }
        return condition
    }

    /// All that is written down about a payment, oldest first.
    public func timeline(of payment: PaymentID) async throws(StoreFailure) -> Timeline {
        let id = payment.description
        return try await stored { () throws(DatabaseError) in
            let rows = try await database.run([
                """
                SELECT number, at, word, detail, state, instance,
                    operation_name || ' ' || operation_number,
                    answer_status, answer_request_id, answer_is_replay, answer_stripe_seconds
                FROM payment_events WHERE payment_id = \(id) ORDER BY number
                """,
                """
                SELECT name, number, path, api_version, made_at
                FROM operations WHERE payment_id = \(id) ORDER BY made_at, name, number
                """,
            ])
            return Timeline(
                events: try rows[0].map(PaymentBrowser.event(from:)),
                steps: try rows[1].map(PaymentBrowser.step(from:))
            )
        }
    }

    private static func event(from row: Row) throws(DatabaseError) -> TimelineEvent {
        var columns = ColumnReader(row)
        return TimelineEvent(
            number: try columns.int64(),
            unixMicroseconds: try columns.unixMicroseconds(),
            word: try columns.string(),
            detail: try columns.optionalString(),
            state: PaymentState(word: try columns.string()),
            instance: InstanceID(try columns.string()),
            answered: try columns.optionalString(),
            receipt: try receipt(&columns)
        )
    }

    private static func receipt(_ columns: inout ColumnReader) throws(DatabaseError) -> Receipt? {
        let status = try columns.optionalInt64()
        let requestID = try columns.optionalString()
        let isReplay = try columns.optionalBool()
        let stripeSeconds = try columns.optionalInt64()
        return status.map {
            Receipt(
                status: Int($0),
                requestID: requestID,
                isReplay: isReplay ?? false,
                stripeSeconds: stripeSeconds
            )
        }
    }

    private static func step(from row: Row) throws(DatabaseError) -> TimelineStep {
        var columns = ColumnReader(row)
        return TimelineStep(
            name: try columns.string(),
            number: try columns.int64(),
            path: try columns.string(),
            apiVersion: try columns.string(),
            unixMicroseconds: try columns.unixMicroseconds()
        )
    }
}
