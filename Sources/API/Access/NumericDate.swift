import JSON

/// A moment as tokens write it: seconds since 1970, with or without a fraction, which is cut off
/// here. [RFC 7519, 2](https://www.rfc-editor.org/rfc/rfc7519#section-2)
struct NumericDate: Hashable {
    let seconds: Int64

    /// `nil` for what is no number, is written with an exponent, or is beyond all clocks.
    init?(_ value: JSONValue) {
        guard let text = value.number?.text, !text.utf8.contains(where: NumericDate.isExponent),
            let seconds = Int64(text.prefix { $0 != "." }),
            NumericDate.years1To9999.contains(seconds)
        else { return nil }
        self.seconds = seconds
    }

    /// Any later date is a mistake, and nothing that is added to these overflows.
    private static let years1To9999: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    private static func isExponent(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }
}
