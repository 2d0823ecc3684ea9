import Foundation
import Money
import PaymentStore
import Payments
import Postgres

/// `payonce catalog`: the shop's prices.
enum CatalogCommand {
    @Sendable
    static func run(_ words: [String]) async throws -> Int32 {
        let arguments = try Arguments(words, bare: ["--replace"])
        switch (arguments.rest.first, arguments.rest.count) {
        case ("list", 1):
            return try await Work.withDatabase { database throws(Failure) in
                try await list(database)
            }
        case ("import", 2):
            let file = arguments.rest[1]
            let isReplacing = arguments.has("--replace")
            let prices = try read(file)
            return try await Work.withDatabase { database throws(Failure) in
                try await put(prices, into: database, replacing: isReplacing)
                Console.say(
                    "\(prices.count) prices imported; running services take them up within 10 s."
                )
                return 0
            }
        case _: throw UsageError("Say import FILE.csv, or list.")
        }
    }

    static func hasPrices(_ database: Database) async throws(Failure) -> Bool {
        do throws(StoreFailure) {
            return try await PriceTable(database: database).version() > 0
        } catch {
            throw Failure("The prices could not be read: \(error).")
        }
    }

    static func put(
        _ prices: [ListedPrice],
        into database: Database,
        replacing: Bool
    ) async throws(Failure) {
        do throws(StoreFailure) {
            try await PriceTable(database: database).importPrices(prices, replacing: replacing)
        } catch {
            throw Failure("The prices could not be written: \(error).")
        }
    }

    private static func list(_ database: Database) async throws(Failure) -> Int32 {
        do throws(StoreFailure) {
            for price in try await PriceTable(database: database).prices() {
                let name = price.name.map { ",\($0)" } ?? ""
                Console.say("\(price.item),\(price.currency.code),\(price.minorUnits)\(name)")
            }
            return 0
        } catch {
            throw Failure("The prices could not be read: \(error).")
        }
    }

    private static func read(_ file: String) throws(Failure) -> [ListedPrice] {
        guard let text = Folder.text(of: URL(fileURLWithPath: file)) else {
            throw Failure("\(file) cannot be read, or is not UTF-8.")
        }
        return try PriceList.parse(text)
    }
}
