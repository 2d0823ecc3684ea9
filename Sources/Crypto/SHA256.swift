import CCrypto

/// SHA-256 (FIPS 180-4), by libcrypto.
public enum SHA256 {
    public static let digestLength = 32

    /// The digest of `bytes`, 32 bytes long. Not for files: it runs where it is called, and the
    /// loop must not wait for it.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestLength)
        var length: UInt32 = 0
        let result = unsafe bytes.withUnsafeBytes { input in
            unsafe EVP_Digest(input.baseAddress, input.count, &digest, &length, EVP_sha256(), nil)
        }
        precondition(result == 1 && length == digestLength, "EVP_Digest failed")
        return digest
    }
}
