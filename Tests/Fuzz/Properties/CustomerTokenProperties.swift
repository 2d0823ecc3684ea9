import Payments
import Telemetry

@testable import API

/// Only what was signed is a token. The bytes are tried as a whole token, and as the claims and the
/// header of one that is signed with the right secret: nothing else reaches the parsers.
enum CustomerTokenProperties {
    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text != known { precondition(tokens.customer(of: text, at: now) == nil, "unsigned") }
        let asHeader = tokens.customer(of: signed(header: text), at: now)
        precondition(asHeader == nil || asHeader?.description == "ann", "whose claims they are")
        guard let customer = tokens.customer(of: signed(claims: text), at: now) else { return }
        precondition((1...255).contains(customer.description.unicodeScalars.count), "a name")
        // What is good now is not good for ever.
        precondition(tokens.customer(of: signed(claims: text), at: .max) == nil, "no end")
    }

    private static func signed(header: String = goodHeader, claims: String = goodClaims) -> String {
        tokens.signed(header: Array(header.utf8), claims: Array(claims.utf8)).revealText()
    }

    private static let now: Int64 = 1_800_000_000
    private static let goodHeader = #"{"alg":"HS256","typ":"JWT"}"#
    private static let goodClaims = #"{"sub":"ann","exp":1800003600}"#
    /// The one in the corpus.
    private static let known = signed()

    private static let tokens: CustomerTokens = {
        let secret = Secret("0123456789abcdef0123456789abcdef")
        guard let tokens = CustomerTokens(secrets: [secret]) else {
            preconditionFailure("the secret is long enough")
        }
        return tokens
    }()
}
