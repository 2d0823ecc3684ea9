import Audit
import Money
import Payments
import Postgres

/// What a payment is read from for people.
enum BookedColumns {
    /// The columns, in the order in which `payment(from:)` reads them; the payments are `p`.
    static let list: SQL = """
        p.id, p.state, p.customer, p.order_id, p.cart, p.currency, p.flow,
        p.amount, p.charged, p.charged_currency, p.refunded, p.intent, p.method,
        c.brand, c.last4, p.closing_code, p.closing_decline_code, p.closing_message,
        \(Moment.microseconds("p.claimed_at")), \(Moment.microseconds("p.changed_at"))
        """

    /// Beside the payments: one look into an index for each.
    static let beside: SQL = """
        LEFT JOIN LATERAL (
            SELECT s.brand, s.last4 FROM saved_cards s WHERE s.method = p.method OFFSET 0
        ) AS c ON true
        """

    static func payment(from row: Row) throws(DatabaseError) -> BookedPayment {
        var columns = ColumnReader(row)
        let id = try columns.name(PaymentID.init)
        let state = PaymentState(word: try columns.string())
        let purchase = try PaymentColumns.purchase(&columns)
        return BookedPayment(
            id: id,
            state: state,
            amount: try amount(&columns, purchase.currency),
            refunded: try columns.int64(),
            purchase: purchase,
            intent: try columns.optionalString(),
            method: try columns.optionalString(),
            card: try card(&columns),
            closing: try closing(&columns),
            claimedMicroseconds: try columns.int64(),
            changedMicroseconds: try columns.int64()
        )
    }

    private static func amount(
        _ columns: inout ColumnReader,
        _ currency: Currency
    ) throws(DatabaseError) -> Amount {
        let asked = try columns.int64()
        let charged = try columns.optionalInt64()
        let other = try columns.optionalName { Currency($0) }
        return Amount(minorUnits: charged ?? asked, currency: other ?? currency)
    }

    private static func card(
        _ columns: inout ColumnReader
    ) throws(DatabaseError) -> BookedPayment.Card? {
        let brand = try columns.optionalString()
        let last4 = try columns.optionalString()
        guard let brand, let last4 else { return nil }
        return BookedPayment.Card(brand: brand, last4: last4)
    }

    private static func closing(_ columns: inout ColumnReader) throws(DatabaseError) -> Closing? {
        let code = try columns.optionalString()
        let declineCode = try columns.optionalString()
        let message = try columns.optionalString()
        return code.map { Closing(code: $0, declineCode: declineCode, message: message) }
    }

    static func refund(from row: Row) throws(DatabaseError) -> BookedRefund {
        var columns = ColumnReader(row)
        return BookedRefund(
            number: try columns.int64(),
            state: try columns.string(),
            minorUnits: try columns.int64(),
            reason: try columns.optionalString(),
            refund: try columns.optionalString(),
            failure: try columns.optionalString(),
            madeMicroseconds: try columns.int64()
        )
    }
}
