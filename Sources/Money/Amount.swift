/// An amount of money: a whole number of minor units of one currency.
///
/// There are no operators: a sum can overflow or meet another currency, and `+` could not say so.
public struct Amount: Hashable, Sendable {
    /// Cents for USD, yen for JPY; counted as Stripe counts them. May be negative or zero.
    public let minorUnits: Int64
    public let currency: Currency

    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    public func adding(_ other: Amount) throws(MoneyError) -> Amount {
        guard currency == other.currency else { throw .mixedCurrencies(currency, other.currency) }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Amount(minorUnits: sum, currency: currency)
    }

    public func multiplied(by quantity: Int64) throws(MoneyError) -> Amount {
        let (product, overflow) = minorUnits.multipliedReportingOverflow(by: quantity)
        guard !overflow else { throw .overflow }
        return Amount(minorUnits: product, currency: currency)
    }

    /// Throws where a card cannot be charged with this amount: `belowMinimum`, `aboveMaximum` or
    /// `notAMultiple`.
    public func checkedAsCharge() throws(MoneyError) {
        guard minorUnits >= currency.minimumCharge else {
            throw .belowMinimum(Amount(minorUnits: currency.minimumCharge, currency: currency))
        }
        guard minorUnits <= currency.maximumCharge else {
            throw .aboveMaximum(Amount(minorUnits: currency.maximumCharge, currency: currency))
        }
        guard minorUnits % currency.smallestStep == 0 else {
            throw .notAMultiple(of: Amount(minorUnits: currency.smallestStep, currency: currency))
        }
    }
}
