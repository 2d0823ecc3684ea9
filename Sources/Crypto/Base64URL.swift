/// Bytes as base64url without padding (RFC 4648 section 5).
public enum Base64URL {
    public static func encode(_ bytes: [UInt8]) -> String {
        BitGroups.encode(bytes, bits: 6, alphabet: alphabet)
    }

    /// The bytes that `encode` writes as `text`; `nil` for everything else. Each value has one text
    /// only: padding, white space and leftover bits that are not zero are refused, so that a token
    /// cannot be varied and stay valid.
    public static func decode(_ text: String) -> [UInt8]? {
        BitGroups.decode(text, bits: 6, alphabet: alphabet)
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )
}
