/// An IPv4 or IPv6 address: 16 bytes. An IPv4 address is kept as the IPv6 address that stands for
/// it, so that one client is one address however it is written.
/// [RFC 4291, 2.5.5.2](https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2)
struct IPAddress: Hashable, Sendable {
    let bytes: [UInt8]

    static let bitCount = 128
    /// Where the IPv4 address begins in the bytes.
    static let bitsBeforeIPv4 = 96

    init?(_ text: some StringProtocol) {
        guard
            let bytes = IPAddress.ipv4(text).map({ IPAddress.ipv4Prefix + $0 })
                ?? IPAddress.ipv6(text)
        else { return nil }
        self.bytes = bytes
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    var isIPv4: Bool { bytes.starts(with: IPAddress.ipv4Prefix) }

    /// The address with all but its first `count` bits cleared.
    func prefix(bits count: Int) -> IPAddress {
        IPAddress(
            bytes: bytes.enumerated().map { index, byte in
                let kept = min(8, max(0, count - index * 8))
                return byte & ~UInt8(truncatingIfNeeded: 0xFF >> kept)
            }
        )
    }

    private static let ipv4Prefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Four decimal numbers without leading zeros, which some programs read as octal.
    private static func ipv4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part -> UInt8? in
            let isPlain = part.allSatisfy { (0x30...0x39).contains($0) }
            let isCanonical = part.count == 1 || part.first != UInt8(ascii: "0")
            guard isPlain, isCanonical else { return nil }
            return UInt8(String(decoding: part, as: UTF8.self))
        }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    /// [RFC 4291, 2.2](https://www.rfc-editor.org/rfc/rfc4291#section-2.2), without a zone.
    private static func ipv6(_ text: some StringProtocol) -> [UInt8]? {
        let text = String(text)
        guard let gap = text.range(ofDoubleColon: ()) else {
            return groups(text[...]).flatMap { $0.count == 16 ? $0 : nil }
        }
        let tail = text[gap.upperBound...]
        guard tail.range(ofDoubleColon: ()) == nil,
            let left = groups(text[..<gap.lowerBound], isLast: false), let right = groups(tail),
            left.count + right.count <= 14
        else { return nil }
        return left + Array(repeating: 0, count: 16 - left.count - right.count) + right
    }

    /// The bytes of groups between single colons; the last two may be written as IPv4.
    private static func groups(_ text: Substring, isLast: Bool = true) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if let number = group(part) {
                bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
            } else if isLast, index == parts.count - 1, let embedded = ipv4(part) {
                bytes += embedded
            } else {
                return nil
            }
        }
        return bytes
    }

    private static func group(_ text: Substring) -> UInt16? {
        let isHex = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
        }
        return (1...4).contains(text.utf8.count) && isHex ? UInt16(text, radix: 16) : nil
    }
}

extension StringProtocol {
    /// Where the run of zeros is left out.
    fileprivate func range(ofDoubleColon: Void) -> Range<Index>? {
        guard let start = indices.first(where: { self[$0...].hasPrefix("::") }) else { return nil }
        return start..<index(start, offsetBy: 2)
    }
}
