import Crypto

/// What proves to the shop that a message is ours: the header
/// `PayOnce-Signature: t=<seconds since 1970>,v1=<64 hexadecimal digits>`.
///
/// The digits are the HMAC-SHA-256, under the shared secret, of the time as it stands there, a dot
/// and the body. The time is signed too, so that an old message cannot be sent again as a new one.
enum ShopSignature {
    static let header = "PayOnce-Signature"

    static func value(of body: [UInt8], unixSeconds: Int64, secret: [UInt8]) -> String {
        let signed = Array("\(unixSeconds).".utf8) + body
        let digest = HMAC.sha256(key: secret, message: signed)
        return "t=\(unixSeconds),v1=\(Hex.encode(digest))"
    }
}
