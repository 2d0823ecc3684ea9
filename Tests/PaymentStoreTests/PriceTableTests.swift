import Money
import PaymentStore
import Payments
import TestKit
import Testing

@Suite struct PriceTableTests {
    @Test func importsAddReplaceAndShow() async throws {
        try await withStore { store in
            let table = PriceTable(database: store.database)
            #expect(try await table.version() == 0)
            #expect(try await table.catalogue().isEmpty)

            try await table.importPrices(
                [price("a-b", 100), price("c", 5, .eur)],
                replacing: false
            )
            #expect(try await table.version() == 1)
            #expect(try await cost("a_b", table) == 100)

            // The later one of two counts, and others stay.
            try await table.importPrices([price("a_b", 1), price("a-b", 200)], replacing: false)
            #expect(try await cost("a_b", table) == 200)
            #expect(try await table.prices().count == 2)

            try await table.importPrices([price("d", 300)], replacing: true)
            #expect(try await table.version() == 3)
            #expect(try await table.prices().map(\.item.description) == ["d"])
            #expect(try await table.prices().map(\.name) == ["thing"])
        }
    }

    @Test func importsAtTheSameTimeGetNumbersOfTheirOwn() async throws {
        try await withStore { store in
            let table = PriceTable(database: store.database)
            _ = try await atOnce(8) { number in
                try await table.importPrices([price("item\(number)", 100)], replacing: true)
            }
            #expect(try await table.version() == 8)
            #expect(try await table.prices().count == 1)
        }
    }

    @Test func aNewerProgramsCurrencyIsLeftOut() async throws {
        try await withStore { store in
            try store.sql("INSERT INTO catalog_prices VALUES ('a', 'zzz', 1), ('a', 'usd', 100)")
            let prices = try await PriceTable(database: store.database).prices()
            #expect(prices.map(\.currency) == [.usd])
        }
    }

    private func price(
        _ item: String,
        _ minorUnits: Int64,
        _ currency: Currency = .usd
    ) throws -> ListedPrice {
        ListedPrice(
            item: try #require(ItemID(item)),
            currency: currency,
            minorUnits: minorUnits,
            name: "thing"
        )
    }

    private func cost(_ item: String, _ table: PriceTable) async throws -> Int64 {
        let lines = [(item: try #require(ItemID(item)), quantity: Int64(1))]
        let cart = try #require(Cart(lines))
        return try await table.catalogue().price(cart, in: .usd).minorUnits
    }
}
