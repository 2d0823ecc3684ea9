/// A number as it was written. Nothing here passes through floating point.
///
/// Two numbers are equal when they are written alike.
public struct JSONNumber: Hashable, Sendable {
    /// Always a number by RFC 8259 section 6.
    public let text: String

    public init(_ integer: Int64) {
        text = String(integer)
    }

    /// For the parser, which has checked the form.
    init(checked text: String) {
        self.text = text
    }

    /// The value, where it is written as a plain integer that fits: `-?(0|[1-9][0-9]*)`. `1.0`,
    /// `1e2` and `-0` are `nil`: a program that meant an integer does not write these.
    public var int64: Int64? {
        // `Int64.init` is stricter than the form only in its range, and looser only here.
        text == "-0" ? nil : Int64(text)
    }

    /// The value, where it is whole and fits, in whatever way it is written: also `1099.0`, `1e2`.
    /// For reading what others send.
    public var wholeInt64: Int64? { Int64(text) ?? DecimalScan(text).whole }
}

/// A number's digits and the power of ten that they are to be multiplied with.
private struct DecimalScan {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var fractionCount = 0
    private var exponent: Int?

    init(_ text: String) {
        var isFraction = false
        var exponentText: String.UTF8View.SubSequence?
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "-"):
                isNegative = true
            case UInt8(ascii: "."):
                isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponentText = text.utf8[text.utf8.index(after: index)...]
            case let digit:
                digits.append(digit)
                if isFraction { fractionCount += 1 }
            }
            if exponentText != nil { break }
        }
        // An exponent beyond Int is left out: what it makes is zero, not whole, or far too large.
        exponent = exponentText.map { Int(Substring($0)) } ?? 0
    }

    var whole: Int64? {
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        let trailing = significant.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        guard !significant.isEmpty else { return 0 }
        guard let exponent else { return nil }
        let (zeros, overflow) = exponent.subtractingReportingOverflow(fractionCount - trailing)
        let kept = significant.dropLast(trailing)
        // Int64 has 19 digits.
        guard !overflow, zeros >= 0, zeros <= 19, kept.count + zeros <= 19 else { return nil }
        let written = kept + Array(repeating: UInt8(ascii: "0"), count: zeros)
        return Int64((isNegative ? "-" : "") + String(decoding: written, as: UTF8.self))
    }
}
