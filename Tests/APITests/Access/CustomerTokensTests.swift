import Crypto
import Payments
import Telemetry
import Testing

@testable import API

@Suite("Customer tokens")
struct CustomerTokensTests {
    private func customer(
        _ token: String,
        secrets: [String] = [TokenForge.secret],
        at now: Int64 = TokenForge.now
    ) throws -> String? {
        let tokens = try #require(CustomerTokens(secrets: secrets.map { Secret($0) }))
        return tokens.customer(of: token, at: now)?.description
    }

    @Test("of RFC 7515's own example are verified with its key")
    func example() throws {
        // Appendix A.1: a token without a subject, so the signature is all that can be looked at.
        let key = try #require(
            Base64URL.decode(
                "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75"
                    + "aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
            )
        )
        let signed =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkz"
            + "ODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature = HMAC.sha256(key: key, message: Array(signed.utf8))
        #expect(Base64URL.encode(signature) == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        // Signed over other claims with the same key, it is good.
        var forge = TokenForge()
        forge.secret = String(decoding: key, as: UTF8.self)
        let tokens = try #require(CustomerTokens(secrets: [Secret(Array(forge.secret.utf8))]))
        #expect(tokens.customer(of: forge.token, at: TokenForge.now)?.description == "ann")
    }

    static let good: [(String?, String)] = [
        (nil, #"{"sub":"ann","exp":1800003600}"#),
        (#"{"alg":"HS256"}"#, #"{"sub":"ann","exp":1800003600}"#),
        (#"{"typ":"jwt","alg":"HS256"}"#, #"{"sub":"ann","exp":1800003600}"#),
        // Whose key it is, a shop may note for itself.
        (#"{"alg":"HS256","kid":"2026-11"}"#, #"{"sub":"ann","exp":1800003600}"#),
        (nil, #"{"sub":"ann","exp":1800003600.75,"iat":1799999999.5,"nbf":1799999999}"#),
        (nil, #"{"sub":"ann","exp":1800003600,"name":"Ann","roles":["a"]}"#),
        // The clock of the shop is a minute ahead, or behind.
        (nil, #"{"sub":"ann","exp":1800003600,"iat":1800000060,"nbf":1800000060}"#),
        (nil, #"{"sub":"ann","exp":1799999941}"#),
    ]

    @Test("are good with a subject and an expiry ahead", arguments: good)
    func isGood(header: String?, claims: String) throws {
        #expect(try customer(TokenForge.token(header: header, claims: claims)) == "ann")
    }

    static let badClaims = [
        // Expired, and too far to be the clock's fault.
        #"{"sub":"ann","exp":1799999940}"#, #"{"sub":"ann","exp":0}"#, #"{"sub":"ann","exp":-1}"#,
        #"{"sub":"ann"}"#, #"{"sub":"ann","exp":null}"#, #"{"sub":"ann","exp":"1800003600"}"#,
        #"{"sub":"ann","exp":true}"#, #"{"sub":"ann","exp":[1800003600]}"#,
        #"{"sub":"ann","exp":1.8e9}"#, #"{"sub":"ann","exp":18e99}"#,
        #"{"sub":"ann","exp":9223372036854775807}"#,
        #"{"sub":"ann","exp":99999999999999999999999}"#,
        // Not yet.
        #"{"sub":"ann","exp":1800003600,"nbf":1800000061}"#,
        #"{"sub":"ann","exp":1800003600,"iat":1800000061}"#,
        #"{"sub":"ann","exp":1800003600,"nbf":"1799999999"}"#,
        #"{"sub":"ann","exp":1800003600,"iat":null}"#,
        // For another service.
        #"{"sub":"ann","exp":1800003600,"aud":"other"}"#,
        // Whose?
        #"{"exp":1800003600}"#, #"{"sub":"","exp":1800003600}"#, #"{"sub":1,"exp":1800003600}"#,
        #"{"sub":null,"exp":1800003600}"#, #"{"sub":"a\#u{5c}u0000","exp":1800003600}"#,
        #"{"sub":"\#(String(repeating: "a", count: 256))","exp":1800003600}"#,
        #"{"sub":"ann","sub":"bob","exp":1800003600}"#,
        #"{"sub":"ann","exp":1,"exp":1800003600}"#,
        #"{"sub":"ann","exp":1800003600} "x""#, #"["ann",1800003600]"#, "null", "",
        #"{"sub":"ann","exp":1800003600"#,
    ]

    @Test("that are signed but say something else are none", arguments: badClaims)
    func otherClaims(claims: String) throws {
        #expect(try customer(TokenForge.token(claims: claims)) == nil)
    }

    static let badHeaders = [
        #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"hs256"}"#, #"{"alg":"HS512"}"#,
        #"{"alg":"RS256"}"#, #"{"alg":null}"#, #"{"alg":["HS256"]}"#, #"{"typ":"JWT"}"#, "{}", "",
        #"{"alg":"HS256","typ":"JWE"}"#, #"{"alg":"HS256","typ":null}"#,
        #"{"alg":"HS256","typ":1}"#,
        #"{"alg":"HS256","crit":["exp"]}"#, #"{"alg":"HS256","crit":[]}"#,
        #"{"alg":"none","alg":"HS256"}"#, #"["HS256"]"#, "HS256",
    ]

    @Test("with another header are none, however they are signed", arguments: badHeaders)
    func otherHeaders(header: String) throws {
        #expect(try customer(TokenForge.token(header: header)) == nil)
    }

    @Test("are worth nothing without the right signature")
    func tampering() throws {
        let good = TokenForge()
        var foreign = TokenForge()
        foreign.secret = TokenForge.otherSecret
        var bob = TokenForge()
        bob.claims = #"{"sub":"bob","exp":1800003600}"#
        var unsigned = TokenForge()
        unsigned.header = #"{"alg":"none"}"#
        let first = good.token.prefix(1) == "e" ? "f" : "e"
        let tampered = [
            "", ".", "..", "...", good.signed, "\(good.signed).", ".\(good.signed)",
            foreign.token, "\(bob.signed).\(good.signature)", "\(unsigned.signed).",
            "\(unsigned.signed).\(good.signature)", "\(unsigned.signed).\(unsigned.signature)",
            "\(good.token).", "\(good.token).x", "\(good.token).\(good.signature)",
            "\(good.token)=", "\(good.signed).\(good.signature)==", "\(good.token)\n",
            " \(good.token)", String(good.token.dropLast()), String(good.token.dropFirst()),
            first + good.token.dropFirst(), good.token.replacing(".", with: ".."),
            "\(good.signed).\(good.signature.uppercased())", good.token + "A",
            "\(good.signed).\(Base64URL.encode(Array("short".utf8)))",
            String(repeating: "A", count: 4096), String(repeating: ".", count: 100_000),
        ]
        for token in tampered { #expect(try customer(token) == nil, "\(token.prefix(80))") }
        #expect(try customer(good.token) == "ann")
    }

    @Test("are worth nothing with one character changed, wherever it is")
    func everyCharacter() throws {
        let token = Array(TokenForge().token.utf8)
        for index in token.indices {
            var changed = token
            changed[index] = token[index] == UInt8(ascii: "x") ? UInt8(ascii: "y") : 0x78
            #expect(try customer(String(decoding: changed, as: UTF8.self)) == nil, "\(index)")
        }
    }

    @Test("of a length that no customer's name needs are not looked at")
    func huge() throws {
        let filled = String(repeating: "x", count: 3000)
        let claims = #"{"sub":"ann","exp":1800003600,"x":"\#(filled)"}"#
        let token = TokenForge.token(claims: claims)
        #expect(token.utf8.count > CustomerTokens.mostBytes)
        #expect(try customer(token) == nil)
        // The longest name has room, whatever its letters.
        let name = String(repeating: "\u{1F600}", count: 255)
        let longest = TokenForge.token(claims: #"{"sub":"\#(name)","exp":1800003600}"#)
        #expect(try customer(longest) == name)
    }

    @Test("are taken under the old secret too while it changes")
    func rotation() throws {
        var old = TokenForge()
        old.secret = TokenForge.otherSecret
        let both = [TokenForge.secret, TokenForge.otherSecret]
        #expect(try customer(TokenForge().token, secrets: both) == "ann")
        #expect(try customer(old.token, secrets: both) == "ann")
        #expect(try customer(old.token) == nil)
    }

    @Test("are made as they are read")
    func made() throws {
        let secrets = [Secret(TokenForge.secret), Secret(TokenForge.otherSecret)]
        let tokens = try #require(CustomerTokens(secrets: secrets))
        let name = "ann \"the\" é\u{1F600} \u{5c}"
        let reference = try #require(CustomerReference(name))
        let token = tokens.token(for: reference, at: TokenForge.now, validFor: 90).revealText()
        #expect(try customer(token) == name)
        #expect(try customer(token, at: TokenForge.now + 149) == name)
        #expect(try customer(token, at: TokenForge.now + 150) == nil)
        #expect(try customer(token, at: TokenForge.now - 60) == name)
        #expect(try customer(token, at: TokenForge.now - 61) == nil)
    }

    @Test("need secrets of 32 bytes")
    func secrets() {
        let long = Secret(TokenForge.secret)
        #expect(CustomerTokens(secrets: []) == nil)
        #expect(CustomerTokens(secrets: [Secret(String(repeating: "s", count: 31))]) == nil)
        #expect(CustomerTokens(secrets: [long, Secret("")]) == nil)
        #expect(CustomerTokens(secrets: [long]) != nil)
    }
}
