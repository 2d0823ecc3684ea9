/// A file of `sql/migrations`: `0001_payments.sql` has the name `0001_payments`.
public struct Migration: Hashable, Sendable {
    public let name: String
    public let text: String

    /// `nil` where the name is not four digits, `_` and lower-case letters, digits or `_`.
    public init?(name: String, text: String) {
        let bytes = Array(name.utf8)
        guard bytes.count > 5, bytes.prefix(4).allSatisfy(Migration.isDigit),
            bytes[4] == UInt8(ascii: "_"), bytes.dropFirst(5).allSatisfy(Migration.isWordByte)
        else { return nil }
        self.name = name
        self.text = text
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
