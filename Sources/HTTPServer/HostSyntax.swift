/// The `Host` values that are let in: a name or an address, with or without a port.
///
/// Narrower than [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2), which also
/// allows user names, percent-encoding and `!$&'()*+,;=`: nothing that resolves needs them, and a
/// proxy may read them differently.
enum HostSyntax {
    /// A DNS name has at most 253 characters.
    private static let longestHost = 255

    static func isValid(_ value: String.UTF8View) -> Bool {
        guard let first = value.first, value.count <= longestHost + 6 else { return false }
        if first == UInt8(ascii: "[") { return isValidLiteral(value) }
        let parts = value.split(
            separator: ASCII.colon,
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard let name = parts.first, !name.isEmpty, name.count <= longestHost,
            name.allSatisfy(isNameByte)
        else { return false }
        return parts.count == 1 || isValidPort(parts[1])
    }

    /// `[IPv6]` or `[IPv6]:port`.
    private static func isValidLiteral(_ value: String.UTF8View) -> Bool {
        guard let end = value.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let address = value[..<end].dropFirst()
        guard !address.isEmpty,
            address.allSatisfy({
                ASCII.isHexDigit($0) || $0 == ASCII.colon || $0 == UInt8(ascii: ".")
            })
        else { return false }
        let rest = value[end...].dropFirst()
        return rest.isEmpty || rest.first == ASCII.colon && isValidPort(rest.dropFirst())
    }

    private static func isValidPort(_ port: Substring.UTF8View) -> Bool {
        (1...5).contains(port.count) && port.allSatisfy(ASCII.isDigit)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
