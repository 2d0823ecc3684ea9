/// Bytes as lower-case base 32, for ids: Crockford's alphabet, without `i`, `l`, `o` and `u`, so
/// that an id survives being read aloud. https://www.crockford.com/base32.html
///
/// The order of texts of equal length is the order of the bytes.
public enum Base32 {
    public static func encode(_ bytes: [UInt8]) -> String {
        BitGroups.encode(bytes, bits: 5, alphabet: alphabet)
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
