/// A currency, by its ISO code in lower case.
public struct Currency: Hashable, Sendable {
    public let code: String

    public init?(_ code: String) { self.code = code.lowercased() }
}

/// An amount in the currency's minor units.
public struct Amount: Hashable, Sendable {
    public let minorUnits: Int64
    public let currency: Currency

    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The sum, where both are of one currency and it can be represented.
    public func adding(_ other: Amount) throws(MoneyError) -> Amount {
        guard currency == other.currency else { throw .mixedCurrencies }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Amount(minorUnits: sum, currency: currency)
    }

    /// The amount for `quantity` pieces.
    public func multiplied(by quantity: Int64) throws(MoneyError) -> Amount {
        let (product, overflow) = minorUnits.multipliedReportingOverflow(by: quantity)
        guard !overflow else { throw .overflow }
        return Amount(minorUnits: product, currency: currency)
    }

    /// Whether Stripe accepts it as a charge.
    public func checkedAsCharge() throws(MoneyError) {
        guard minorUnits > 0 else { throw .overflow }
    }
}

public enum MoneyError: Error, Hashable, Sendable {
    case overflow
    case mixedCurrencies
}
