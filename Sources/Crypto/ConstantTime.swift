import CCrypto

/// Whether two secrets are equal, in a time that depends on their length only.
///
/// Lengths are no secret here: different ones are `false` at once.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    guard !left.isEmpty else { return true }
    return unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in
            unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}
