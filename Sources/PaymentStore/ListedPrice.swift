public import Money
public import Payments

/// What one piece of an item costs in one currency.
public struct ListedPrice: Hashable, Sendable {
    public let item: ItemID
    public let currency: Currency
    public let minorUnits: Int64
    /// For people.
    public let name: String?

    public init(item: ItemID, currency: Currency, minorUnits: Int64, name: String?) {
        self.item = item
        self.currency = currency
        self.minorUnits = minorUnits
        self.name = name
    }

    struct Key: Hashable, Comparable {
        let item: ItemID
        let currency: Currency

        static func < (left: Key, right: Key) -> Bool {
            left.item == right.item
                ? left.currency.code < right.currency.code : left.item < right.item
        }
    }

    var key: Key { Key(item: item, currency: currency) }
}
