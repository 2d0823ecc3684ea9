import Crypto
import Foundation
import Testing

/// Against published vectors, and against coreutils for the lengths between them.
struct DigestTests {
    /// FIPS 180-4 and NIST's CAVP short messages.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `SHA-256 of a published message`(message: String, digest: String) {
        #expect(Hex.encode(SHA256.hash(Array(message.utf8))) == digest)
    }

    @Test func `SHA-256 of a million letters`() {
        let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(Hex.encode(SHA256.hash(message)) == digest)
    }

    /// RFC 4231, cases 1 to 4, 6 and 7.
    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                Array(0x01...0x19), [UInt8](repeating: 0xcd, count: 50),
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                Array(
                    ("This is a test using a larger than block-size key and a larger than "
                        + "block-size data. The key needs to be hashed before being used by the "
                        + "HMAC algorithm.").utf8
                ),
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
            ),
        ] as [([UInt8], [UInt8], String)]
    )
    func `HMAC of a published message`(key: [UInt8], message: [UInt8], digest: String) {
        #expect(Hex.encode(HMAC.sha256(key: key, message: message)) == digest)
    }

    @Test func `HMAC without a key or a message`() {
        let digest = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        _ = HMAC.sha256(key: Array("another key".utf8), message: [])
        #expect(Hex.encode(HMAC.sha256(key: [], message: [])) == digest)
    }

    @Test(arguments: [1, 55, 56, 63, 64, 65, 119, 120, 1000])
    func `sha256sum says the same`(length: Int) throws {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(message))
        try input.fileHandleForWriting.close()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let digest = String(decoding: answer.prefix(64), as: UTF8.self)
        #expect(Hex.encode(SHA256.hash(message)) == digest)
    }
}
