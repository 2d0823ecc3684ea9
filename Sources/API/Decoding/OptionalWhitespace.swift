/// The space that HTTP allows around a value: blanks and tabs.
/// [RFC 9110, 5.6.3](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.3)
enum OptionalWhitespace {
    static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.utf8.drop(while: isBlank)
        let count = start.reversed().drop(while: isBlank).count
        return String(decoding: start.prefix(count), as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
