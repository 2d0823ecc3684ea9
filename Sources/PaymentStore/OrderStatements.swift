import Money
import Payments
import Postgres

/// The statements about orders that the shop has fixed.
enum OrderStatements {
    /// May be repeated at will: what was fixed stands.
    static func fix(_ order: FixedOrder, by key: String) -> SQL {
        let id = order.id.description
        return """
            INSERT INTO orders (id, amount, currency, cart, customer, description, fixed_by)
            SELECT \(id), \(order.amount.minorUnits), \(order.amount.currency.code),
                \(order.cart?.canonical), \(order.customer?.description), \(order.description),
                \(key)
            WHERE NOT EXISTS (SELECT FROM guards g WHERE g.kind = 'order' AND g.key = \(id))
            ON CONFLICT (id) DO NOTHING
            """
    }

    static func read(_ orders: [OrderID]) -> SQL {
        """
        SELECT id, amount, currency, cart, customer, description
        FROM orders WHERE id = ANY(\(orders.map(\.description)))
        """
    }

    /// Each order by its id; a row that cannot be read is the answer to its own readers alone.
    static func orders(
        _ rows: Rows
    ) throws(DatabaseError) -> [String: Result<FixedOrder, DatabaseError>] {
        var orders: [String: Result<FixedOrder, DatabaseError>] = [:]
        for row in rows {
            orders[try row.string(0)] = Result { () throws(DatabaseError) in try order(row) }
        }
        return orders
    }

    private static func order(_ row: Row) throws(DatabaseError) -> FixedOrder {
        var columns = ColumnReader(row)
        let id = try columns.name { OrderID($0) }
        let minorUnits = try columns.int64()
        let currency = try columns.name { Currency($0) }
        return FixedOrder(
            id: id,
            amount: Amount(minorUnits: minorUnits, currency: currency),
            cart: try columns.optionalName(CartText.cart),
            customer: try columns.optionalName { CustomerReference($0) },
            description: try columns.optionalString()
        )
    }
}
