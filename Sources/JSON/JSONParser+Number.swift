extension JSONParser {
    /// RFC 8259 section 6: `-? (0 | [1-9][0-9]*) (\. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        skip(UInt8(ascii: "-"))
        // A zero stands alone: whatever follows in "01" is then no part of the number.
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
            try digits()
        }
        return JSONNumber(checked: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// At least one digit.
    private mutating func digits() throws(JSONError) {
        guard isDigit(try current()) else { throw malformed(.digit) }
        while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    }

    @discardableResult
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
