import Crypto
import JSON
public import Payments
public import Telemetry

/// Customer tokens: JSON Web Tokens ([RFC 7519](https://www.rfc-editor.org/rfc/rfc7519)) that the
/// shop's server signs with HS256 and a secret that it shares with this service.
///
/// The subject is the shop's own reference of the customer. A token is worth what its signature is,
/// so nothing of it is parsed before that has been found right, and no part of it chooses how it is
/// verified.
public struct CustomerTokens: Sendable {
    /// [RFC 7518, 3.2](https://www.rfc-editor.org/rfc/rfc7518#section-3.2): at least as long as the
    /// digest.
    public static let shortestSecretBytes = 32

    /// The clocks of the shop and of this service may differ by so much, to both sides.
    public static let toleranceSeconds: Int64 = 60

    /// The longest subject takes 1,360 bytes of this, so that there is room for the claims that a
    /// shop has for its own use.
    static let mostBytes = 4096

    private let secrets: [[UInt8]]

    /// - Parameter secrets: the one that signs first, then those that are still taken; `nil` where
    ///   there is none, or one is too short.
    public init?(secrets: [Secret]) {
        guard !secrets.isEmpty,
            secrets.allSatisfy({ $0.count >= CustomerTokens.shortestSecretBytes })
        else { return nil }
        self.secrets = secrets.map { $0.revealBytes() }
    }

    /// A token for a customer.
    ///
    /// - Parameters:
    ///   - customer: its subject.
    ///   - now: when it is made, in seconds since 1970.
    ///   - seconds: how long it is valid.
    /// - Returns: the text that the customer's app sends.
    public func token(
        for customer: CustomerReference,
        at now: Int64,
        validFor seconds: Int64
    ) -> Secret {
        let claims: JSONObject = [
            "sub": .string(customer.description),
            "iat": .number(JSONNumber(now)),
            "exp": .number(JSONNumber(now + seconds)),
        ]
        let header: JSONValue = ["alg": "HS256", "typ": "JWT"]
        return signed(header: header.encoded(), claims: JSONValue.object(claims).encoded())
    }

    func signed(header: [UInt8], claims: [UInt8]) -> Secret {
        let text = [header, claims].map(Base64URL.encode).joined(separator: ".")
        let signature = HMAC.sha256(key: secrets[0], message: Array(text.utf8))
        return Secret("\(text).\(Base64URL.encode(signature))")
    }

    /// Whose token it is at a time in seconds since 1970; `nil` where it is not valid.
    func customer(of token: String, at now: Int64) -> CustomerReference? {
        guard token.utf8.count <= CustomerTokens.mostBytes else { return nil }
        let segments = token.split(separator: ".", omittingEmptySubsequences: false)
        guard segments.count == 3,
            isSigned("\(segments[0]).\(segments[1])", by: String(segments[2])),
            let header = CustomerTokens.object(String(segments[0])),
            CustomerTokens.isAcceptable(header: header),
            let claims = CustomerTokens.object(String(segments[1])),
            CustomerTokens.isTimely(claims, at: now),
            let subject = claims["sub"]?.string
        else { return nil }
        return CustomerReference(subject)
    }

    /// All secrets are tried, whichever of them it was.
    private func isSigned(_ text: String, by signature: String) -> Bool {
        guard let signature = Base64URL.decode(signature) else { return false }
        return secrets.reduce(false) { isSigned, secret in
            let right = HMAC.sha256(key: secret, message: Array(text.utf8))
            return constantTimeEquals(right, signature) || isSigned
        }
    }

    /// One algorithm, and no extension that has to be understood.
    /// [RFC 7515, 4.1.11](https://www.rfc-editor.org/rfc/rfc7515#section-4.1.11)
    private static func isAcceptable(header: JSONObject) -> Bool {
        guard header["alg"] == "HS256", header["crit"] == nil else { return false }
        guard let type = header["typ"] else { return true }
        return type.string?.uppercased() == "JWT"
    }

    /// `exp` has to be there and ahead, `nbf` and `iat` may be there and must not be. `aud` names
    /// another service: this one has no name that a token could mean.
    /// [RFC 7519, 4.1](https://www.rfc-editor.org/rfc/rfc7519#section-4.1)
    private static func isTimely(_ claims: JSONObject, at now: Int64) -> Bool {
        guard claims["aud"] == nil, let expiry = claims["exp"].flatMap(NumericDate.init),
            expiry.seconds > now - toleranceSeconds
        else { return false }
        return ["nbf", "iat"].allSatisfy { name in
            guard let claim = claims[name] else { return true }
            guard let date = NumericDate(claim) else { return false }
            return date.seconds <= now + toleranceSeconds
        }
    }

    /// The object in a segment. One with a member twice is none: two readers could disagree on it.
    private static func object(_ segment: String) -> JSONObject? {
        guard let bytes = Base64URL.decode(segment) else { return nil }
        do throws(JSONError) {
            return try JSONValue.parse(bytes, limits: .request).object
        } catch {
            return nil
        }
    }
}
