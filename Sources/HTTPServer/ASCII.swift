/// The bytes that HTTP/1.1 is written in.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")

    static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

    static func isVisible(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5e }

    /// Never allowed inside a line: controls other than the tab. What is above 0x7f is `obs-text`.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != tab || byte == 0x7f }

    /// A character of a method or of a field name.
    /// [RFC 9110, 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)
    static func isToken(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return false }
        let (word, bit) = (byte < 64 ? tokensBelow64 : tokensFrom64, UInt64(byte & 63))
        return word >> bit & 1 == 1
    }

    static func lowered(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }

    // One bit for each character; a test spells the characters out. Literals, because a computed
    // constant is initialised lazily, with a check at every use.
    private static let tokensBelow64: UInt64 = 0x03ff_6cfa_0000_0000
    private static let tokensFrom64: UInt64 = 0x57ff_ffff_c7ff_fffe
}
