extension Amount: CustomStringConvertible {
    /// For people: "14.00 USD", "1400 JPY", "-18.600 KWD".
    public var description: String { "\(decimal) \(currency)" }

    /// The number alone, with as many decimals as the currency has and a point before them.
    public var decimal: String {
        let exponent = currency.exponent
        let digits = String(minorUnits.magnitude)
        let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
        let sign = minorUnits < 0 ? "-" : ""
        guard exponent > 0 else { return sign + padded }
        return "\(sign)\(padded.dropLast(exponent)).\(padded.suffix(exponent))"
    }

    /// Reads what `decimal` writes; also without the decimals ("14" for 14.00).
    ///
    /// `nil` for everything else: "14.5" may be a slip for 14.05, "1,400" is two numbers in half of
    /// the world, and an amount must not be guessed.
    public init?(decimal: String, currency: Currency) {
        let isNegative = decimal.utf8.first == UInt8(ascii: "-")
        let parts = decimal.utf8.dropFirst(isNegative ? 1 : 0)
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let exponent = currency.exponent
        guard let whole = parts.first, !whole.isEmpty, parts.count <= 2 else { return nil }
        let fraction = parts.dropFirst().first
        guard (fraction?.count ?? exponent) == exponent, parts.count == 1 || exponent > 0 else {
            return nil
        }
        let zeros = Array(repeating: UInt8(ascii: "0"), count: exponent)
        let digits = Array(whole) + (fraction.map(Array.init) ?? zeros)
        guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
            return nil
        }
        // Int64 parses the sign with the digits: its least value has no positive twin.
        let text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
        guard let minorUnits = Int64(text) else { return nil }
        self.init(minorUnits: minorUnits, currency: currency)
    }
}
