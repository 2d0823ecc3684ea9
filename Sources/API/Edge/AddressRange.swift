/// A block of addresses, as the operator writes it: `10.0.0.0/8`, `2001:db8::/32`, or one address.
/// [RFC 4632, 3.1](https://www.rfc-editor.org/rfc/rfc4632#section-3.1)
public struct AddressRange: Sendable, Hashable {
    private let start: IPAddress
    private let bits: Int

    /// - Parameter text: an address, and the number of its first bits that count; `nil` where it is
    ///   none.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let address = IPAddress(first) else {
            return nil
        }
        let isDotted = first.utf8.contains(UInt8(ascii: ".")) && !first.utf8.contains(0x3A)
        let skipped = isDotted ? IPAddress.bitsBeforeIPv4 : 0
        guard let given = AddressRange.bits(parts.dropFirst().first, IPAddress.bitCount - skipped)
        else { return nil }
        bits = skipped + given
        start = address.prefix(bits: bits)
    }

    func contains(_ address: IPAddress) -> Bool {
        address.prefix(bits: bits) == start
    }

    private static func bits(_ text: Substring?, _ most: Int) -> Int? {
        guard let text else { return most }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(text),
            bits <= most
        else { return nil }
        return bits
    }
}
