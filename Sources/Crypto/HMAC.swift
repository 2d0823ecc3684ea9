import CCrypto

/// Keyed digests (RFC 2104), by libcrypto.
public enum HMAC {
    /// HMAC-SHA-256 of `message`, 32 bytes long. Compare it with `constantTimeEquals` only.
    public static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        // A missing key would be "the key of the last call" for libcrypto. Keys are filled up with
        // zeros to the block's length, so one zero is the same as none.
        let key = key.isEmpty ? [0] : key
        var digest = [UInt8](repeating: 0, count: SHA256.digestLength)
        var length: UInt32 = 0
        let result = unsafe key.withUnsafeBytes { key in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe CCrypto.HMAC(
                    EVP_sha256(),
                    key.baseAddress,
                    Int32(key.count),
                    message.baseAddress,
                    message.count,
                    &digest,
                    &length
                )
            }
        }
        let isComplete = unsafe result != nil && length == SHA256.digestLength
        precondition(isComplete, "HMAC failed")
        return digest
    }
}
