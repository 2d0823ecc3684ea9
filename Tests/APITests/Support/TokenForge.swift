import Crypto
import JSON
import Telemetry

@testable import API

/// Makes tokens of all kinds, good and bad, by hand.
struct TokenForge {
    static let secret = "0123456789abcdef0123456789abcdef"
    static let otherSecret = "fedcba9876543210fedcba9876543210"
    /// When the tests take place, in seconds since 1970.
    static let now: Int64 = 1_800_000_000

    var header = #"{"alg":"HS256","typ":"JWT"}"#
    var claims = #"{"sub":"ann","exp":1800003600}"#
    var secret = TokenForge.secret

    var signed: String {
        [header, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    }

    var signature: String {
        Base64URL.encode(HMAC.sha256(key: Array(secret.utf8), message: Array(signed.utf8)))
    }

    var token: String { "\(signed).\(signature)" }

    static func token(header: String? = nil, claims: String? = nil) -> String {
        var forge = TokenForge()
        if let header { forge.header = header }
        if let claims { forge.claims = claims }
        return forge.token
    }

    /// A good token of a customer, as an `Authorization` header has it.
    static func bearer(_ customer: String) -> String {
        "Bearer " + token(claims: #"{"sub":"\#(customer)","exp":1800003600}"#)
    }
}
