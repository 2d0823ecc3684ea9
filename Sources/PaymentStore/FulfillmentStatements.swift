import Money
import Payments
import Postgres

/// The statements over the outbox. All moments are the database's.
enum FulfillmentStatements {
    /// Begins tries: who begins one has it alone for `DeliveryRules.hold`. Rows that somebody else
    /// is beginning are left to him.
    static func takeDue(atMost count: Int) -> SQL {
        """
        WITH taken AS (
            UPDATE fulfillments SET
                try_at = now() + \(DeliveryRules.hold.wholeMicroseconds) * interval '1 microsecond',
                attempts = attempts + 1
            WHERE id IN (
                SELECT id FROM fulfillments
                WHERE acknowledged_at IS NULL AND try_at <= now()
                ORDER BY try_at, id
                LIMIT \(count)
                FOR NO KEY UPDATE SKIP LOCKED
            )
            RETURNING *
        )
        SELECT \(columns) FROM taken f JOIN payments p ON p.id = f.payment_id
        ORDER BY f.id
        """
    }

    /// What is not acknowledged, in the order of the next tries.
    static func open(after id: FulfillmentID?, atMost count: Int) -> SQL {
        """
        SELECT \(columns) FROM fulfillments f JOIN payments p ON p.id = f.payment_id
        WHERE f.acknowledged_at IS NULL\(isAfter(id))
        ORDER BY f.try_at, f.id
        LIMIT \(count)
        """
    }

    private static func isAfter(_ id: FulfillmentID?) -> SQL {
        guard let id else { return "" }
        return """
             AND (f.try_at, f.id) > (
                SELECT l.try_at, l.id FROM fulfillments l WHERE l.id = \(id.description)
            )
            """
    }

    private static let columns: SQL = """
        f.id, p.intent, p.customer, p.order_id, p.cart, p.currency, p.flow,
        coalesce(p.charged, p.amount), coalesce(p.charged_currency, p.currency),
        f.attempts, f.failure, f.made_at
        """

    static func open(from row: Row) throws(DatabaseError) -> OpenFulfillment {
        var columns = ColumnReader(row)
        let id = try columns.name(FulfillmentID.init)
        let intent = try columns.optionalName(PaymentIntentID.init)
        let purchase = try PaymentColumns.purchase(&columns)
        return OpenFulfillment(
            fulfillment: Fulfillment(
                id: id,
                intent: intent,
                purchase: purchase,
                amount: Amount(
                    minorUnits: try columns.int64(),
                    currency: try columns.name { Currency($0) }
                )
            ),
            attempts: Int(try columns.int64()),
            failure: try columns.optionalString(),
            unixMicroseconds: try columns.unixMicroseconds()
        )
    }

    /// Of a payment that says so already nothing changes, so that it may be said again.
    static func postpone(_ id: FulfillmentID, for pause: Duration, _ reason: String) -> SQL {
        """
        UPDATE fulfillments SET
            try_at = now() + \(pause.wholeMicroseconds) * interval '1 microsecond',
            failure = \(reason)
        WHERE id = \(id.description) AND acknowledged_at IS NULL
        """
    }

    // MARK: Acknowledging

    /// The first answer stays. The second statement reads in the same transaction, and so what the
    /// first one left; it locks, so that also the repetition after a lost answer is durable.
    static func acknowledge(_ writes: [AcknowledgementWrite]) -> [SQL] {
        let ids = writes.map(\.id.description)
        return [
            """
            UPDATE fulfillments f SET acknowledged_at = now(), answer = a.answer, failure = NULL
            FROM unnest(\(ids), \(writes.map(\.answer))) AS a (id, answer)
            WHERE f.id = a.id AND f.acknowledged_at IS NULL
            """,
            "SELECT id, answer FROM fulfillments WHERE id = ANY(\(ids)) FOR NO KEY UPDATE",
        ]
    }

    static func answers(
        _ writes: [AcknowledgementWrite],
        _ rows: [Rows]
    ) throws(DatabaseError) -> [Result<Acknowledgement, DatabaseError>] {
        var kept: [String: String?] = [:]
        for row in rows[1] {
            var columns = ColumnReader(row)
            let id = try columns.string()
            kept[id] = .some(try columns.optionalString())
        }
        return writes.map { write in
            .success(kept[write.id.description].map(Acknowledgement.kept) ?? .unknown)
        }
    }
}

/// The shop's word on its way to the database.
struct AcknowledgementWrite: Sendable {
    let id: FulfillmentID
    let answer: String?

    /// Of two in one statement it would not be said which is the first.
    var conflicts: [ConflictKey] { [ConflictKey(id.description)] }
}
