extension JSONParser {
    /// The string whose opening quote is the current byte.
    mutating func string() throws(JSONError) -> String {
        let opening = position
        position += 1
        try skipPlain()
        guard bytes[position] == UInt8(ascii: "\\") else {
            defer { position += 1 }
            return try text(bytes.span.extracting((opening + 1)..<position), start: opening)
        }
        return try escapedString(opening: opening)
    }

    /// The same where it has escapes: unescaped into a buffer of its own.
    private mutating func escapedString(opening: Int) throws(JSONError) -> String {
        var unescaped = Array(bytes[(opening + 1)..<position])
        while bytes[position] == UInt8(ascii: "\\") {
            unescaped.append(
                contentsOf: UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter
            )
            let start = position
            try skipPlain()
            unescaped.append(contentsOf: bytes[start..<position])
        }
        position += 1
        return try text(unescaped.span, start: opening)
    }

    /// Moves to the next quote or backslash.
    private mutating func skipPlain() throws(JSONError) {
        while true {
            let byte = try current()
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            guard byte >= 0x20 else { throw .controlCharacter(at: position) }
            position += 1
        }
    }

    /// The text of the bytes, checked; `start` is where the string starts.
    private func text(_ utf8: Span<UInt8>, start: Int) throws(JSONError) -> String {
        do {
            return String(copying: try UTF8Span(validating: utf8))
        } catch {
            throw .notUTF8(at: start)
        }
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        position += 1
        let letter = try current()
        if letter == UInt8(ascii: "u") { return try unicodeEscape() }
        guard let scalar = JSONParser.shortEscape(letter) else { throw malformed(.escape) }
        position += 1
        return scalar
    }

    private static func shortEscape(_ letter: UInt8) -> Unicode.Scalar? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(letter)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }

    /// `uXXXX`, or two of them for a character beyond U+FFFF.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let backslash = position - 1
        let unit = try hexUnit()
        if let scalar = Unicode.Scalar(unit) {
            guard unit != 0 || !limits.refusesUnstorableText else { throw .nul(at: backslash) }
            return scalar
        }
        if let scalar = try lowSurrogate(after: unit) { return scalar }
        guard !limits.refusesUnstorableText else { throw .loneSurrogate(at: backslash) }
        return "\u{FFFD}"
    }

    /// The character that `high` makes with the escape that follows, where that is its other half;
    /// otherwise what follows stays to be read.
    private mutating func lowSurrogate(after high: UInt16) throws(JSONError) -> Unicode.Scalar? {
        let start = position
        guard UTF16.isLeadSurrogate(high), try current() == UInt8(ascii: "\\") else { return nil }
        position += 1
        guard try current() == UInt8(ascii: "u") else {
            position = start
            return nil
        }
        let low = try hexUnit()
        guard UTF16.isTrailSurrogate(low) else {
            position = start
            return nil
        }
        return UTF16.decode(UTF16.EncodedScalar([high, low]))
    }

    /// Four hexadecimal digits after the current `u`.
    private mutating func hexUnit() throws(JSONError) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = JSONParser.hexValue(try current()) else { throw malformed(.hexDigit) }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
