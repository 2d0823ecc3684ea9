import CCrypto

/// Unpredictable bytes, by libcrypto. Traps where there is no source of randomness: a service that
/// cannot make ids and tokens must not go on.
public func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = unsafe RAND_bytes(&bytes, Int32(count))
    precondition(result == 1, "RAND_bytes failed")
    return bytes
}
