/// A currency that a card can be charged in.
///
/// Amounts are counted in Stripe's minor unit, which is not always that of ISO 4217:
/// https://docs.stripe.com/currencies
public struct Currency: Hashable, Sendable {
    /// Three lower-case letters, as Stripe writes them.
    public let code: String
    private let rules: CurrencyRules

    /// - Parameter code: an ISO 4217 code in any case; `nil` where no card is charged in it.
    public init?(_ code: String) {
        // Only ASCII is lowered: the Kelvin sign is no "k".
        guard code.utf8.count == 3, code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let code = code.lowercased()
        guard let rules = CurrencyRules.all[code] else { return nil }
        self.code = code
        self.rules = rules
    }

    /// How many decimals an amount has for people: 14.00 USD, 1400 JPY, 18.600 KWD.
    public var exponent: Int { rules.exponent }

    /// What every charge is a multiple of, in minor units: 10 where the last of three decimals has
    /// to be zero, 100 for ISK and UGX, which have no decimals but are sent with two.
    public var smallestStep: Int64 { rules.smallestStep }

    /// The least that is charged, in minor units. Where Stripe names none, the least depends on the
    /// currency in which the account is paid out; then this is the smallest step.
    public var minimumCharge: Int64 { rules.minimumCharge }

    /// The most that is charged, in minor units: eight digits, less where the step asks for it.
    public var maximumCharge: Int64 {
        Currency.largestAmount - Currency.largestAmount % smallestStep
    }

    /// Stripe's API takes an amount of up to eight digits.
    private static let largestAmount: Int64 = 99_999_999
}

extension Currency {
    public static let usd = known("usd")
    public static let eur = known("eur")

    private static func known(_ code: String) -> Currency {
        guard let currency = Currency(code) else { preconditionFailure("\(code) is not listed") }
        return currency
    }
}

extension Currency: CustomStringConvertible {
    /// The code as people write it: "USD".
    public var description: String { code.uppercased() }
}
