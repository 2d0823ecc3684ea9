import Crypto
import Foundation
import Testing

struct EncodingTests {
    @Test func `Hex has two digits a byte`() {
        #expect(Hex.encode([]) == "")
        #expect(Hex.encode([0x00, 0x0f, 0xa5, 0xff]) == "000fa5ff")
    }

    /// RFC 4648 section 10, without the padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
        ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
    func `Base64url of a published text`(text: String, encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(text.utf8))
    }

    @Test func `Base64url is Foundation's with other letters and no padding`() {
        let all = (0...255).map { UInt8($0) }
        for length in 0...256 {
            let bytes = Array(all.reversed().prefix(length))
            let expected = Data(bytes).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
            #expect(Base64URL.encode(bytes) == expected)
            #expect(Base64URL.decode(expected) == bytes)
        }
    }

    @Test(arguments: [
        "Z", "Zg==", "Zh", "Zm9", "Zm9vY", "Zm 8", "Zm8\n", "Zm+8", "Zm/8", "Zmé", "AAAAA",
    ])
    func `What base64url would not have written is refused`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    /// RFC 4648 section 10's bits in Crockford's letters.
    @Test(arguments: [
        ("", ""), ("f", "cr"), ("fo", "csqg"), ("foo", "csqpy"), ("foob", "csqpyrg"),
        ("fooba", "csqpyrk1"), ("foobar", "csqpyrk1e8"),
    ])
    func `Base 32 of a published text`(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
    }

    @Test func `Base 32 keeps the order and never repeats`() {
        let encoded = (0...0xFFFF).map { Base32.encode([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
        #expect(zip(encoded, encoded.dropFirst()).allSatisfy { $0 < $1 })
        #expect(encoded.allSatisfy { $0.utf8.count == 4 })
        let letters = Set(encoded.joined())
        #expect(letters == Set("0123456789abcdefghjkmnpqrstvwxyz"))
    }
}
