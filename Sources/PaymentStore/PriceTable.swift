import Money
public import Payments
public import Postgres

/// The shop's prices in the database.
public struct PriceTable: Sendable {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    /// Changes with every import; 0 before the first. One step down an index, so a service may ask
    /// every few seconds and read the prices only when it has changed.
    public func version() async throws(StoreFailure) -> Int64 {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(
                "SELECT coalesce(max(number), 0) FROM catalog_imports"
            )
            return try rows.onlyRow().map { row throws(DatabaseError) in try row.int64(0) } ?? 0
        }
    }

    /// The prices of all items. Those in a currency that this program does not know are left out.
    public func catalogue() async throws(StoreFailure) -> Catalogue {
        let prices = try await prices()
        var catalogue = Catalogue()
        for price in prices { catalogue.set(price.minorUnits, for: price.item, in: price.currency) }
        return catalogue
    }

    /// The rows, by item and currency.
    public func prices() async throws(StoreFailure) -> [ListedPrice] {
        try await stored { () throws(DatabaseError) in
            let rows = try await database.query(
                """
                SELECT item_id, currency, unit_amount, name FROM catalog_prices
                ORDER BY item_id, currency
                """
            )
            var prices: [ListedPrice] = []
            for row in rows {
                guard let item = ItemID(try row.string(0)),
                    let currency = Currency(try row.string(1))
                else { continue }
                prices.append(
                    ListedPrice(
                        item: item,
                        currency: currency,
                        minorUnits: try row.int64(2),
                        name: try row.optionalString(3)
                    )
                )
            }
            return prices
        }
    }

    /// Writes prices, all or none; of two for one item and currency the later one counts.
    /// `replacing` also removes all prices that are not among these.
    public func importPrices(
        _ prices: [ListedPrice],
        replacing: Bool
    ) async throws(StoreFailure) {
        var latest: [ListedPrice.Key: ListedPrice] = [:]
        for price in prices { latest[price.key] = price }
        let rows = latest.values.sorted { $0.key < $1.key }
        _ = try await Settling().repeating { () throws(DatabaseError) in
            try await database.transaction(PriceTable.steps(rows, replacing: replacing))
        }
    }

    /// The lock puts imports in a row, so that each gets the next number.
    private static func steps(_ prices: [ListedPrice], replacing: Bool) -> [TransactionStep] {
        [
            .statement("LOCK TABLE catalog_imports IN SHARE ROW EXCLUSIVE MODE"),
            .statement("DELETE FROM catalog_prices WHERE \(replacing)"),
            .statement(
                """
                INSERT INTO catalog_prices (item_id, currency, unit_amount, name)
                SELECT * FROM unnest(
                    \(prices.map(\.item.description)), \(prices.map(\.currency.code)),
                    \(prices.map(\.minorUnits)), \(prices.map(\.name))
                )
                ON CONFLICT (item_id, currency) DO UPDATE SET
                    unit_amount = excluded.unit_amount, name = excluded.name
                """
            ),
            .statement(
                """
                INSERT INTO catalog_imports (number, prices, replaced_all)
                SELECT coalesce(max(number), 0) + 1, \(prices.count), \(replacing)
                FROM catalog_imports
                """
            ),
        ]
    }
}
