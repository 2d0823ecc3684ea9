/// Bytes as lower-case hexadecimal digits (RFC 4648 section 8, in lower case).
public enum Hex {
    public static func encode(_ bytes: [UInt8]) -> String {
        BitGroups.encode(bytes, bits: 4, alphabet: alphabet)
    }

    private static let alphabet = Array("0123456789abcdef".utf8)
}
