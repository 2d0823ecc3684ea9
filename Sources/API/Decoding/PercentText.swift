/// A segment of a path as the text that it stands for. Only names that the shop has chosen are read
/// like that: they may hold any character, and our own ids need none that is escaped.
/// [RFC 3986, 2.1](https://www.rfc-editor.org/rfc/rfc3986#section-2.1)
enum PercentText {
    /// `nil` where an escape is none, or where the bytes are no UTF-8.
    static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case _: nil
        }
    }
}
