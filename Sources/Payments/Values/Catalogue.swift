public import Money

/// The shop's prices. They come from the server's own table, never from a request.
public struct Catalogue: Hashable, Sendable {
    private var prices: [ItemID: [Currency: Int64]] = [:]

    public init() {}

    /// Sets a price per piece in the currency's minor units.
    public mutating func set(_ minorUnits: Int64, for item: ItemID, in currency: Currency) {
        prices[item, default: [:]][currency] = minorUnits
    }

    public var isEmpty: Bool { prices.isEmpty }

    /// What `cart` costs, checked against what Stripe accepts as a charge.
    ///
    /// - Throws: why it cannot be sold, as a sentence for the customer can be made of it.
    public func price(_ cart: Cart, in currency: Currency) throws(PricingRefusal) -> Amount {
        var total = Amount(minorUnits: 0, currency: currency)
        for line in cart.lines {
            guard let item = prices[line.item] else { throw .unknownItem(line.item) }
            guard let unit = item[currency] else { throw .noPrice(line.item, currency) }
            total = try sum(total, unit, line.quantity)
        }
        do {
            try total.checkedAsCharge()
        } catch {
            throw .outsideLimits(error)
        }
        return total
    }

    private func sum(
        _ total: Amount,
        _ unit: Int64,
        _ quantity: Int64
    ) throws(PricingRefusal) -> Amount {
        do {
            let line = try Amount(minorUnits: unit, currency: total.currency)
                .multiplied(by: quantity)
            return try total.adding(line)
        } catch {
            throw .outsideLimits(error)
        }
    }
}

/// Why a cart has no price.
public enum PricingRefusal: Error, Hashable, Sendable {
    case unknownItem(ItemID)
    case noPrice(ItemID, Currency)
    case outsideLimits(MoneyError)
}
