import Crypto
import Testing

struct SecretTests {
    @Test func `Equal means every bit`() {
        let secret = SHA256.hash(Array("secret".utf8))
        #expect(constantTimeEquals(secret, secret))
        #expect(constantTimeEquals([], []))
        for place in secret.indices {
            for bit in 0..<8 {
                var other = secret
                other[place] ^= 1 << bit
                #expect(!constantTimeEquals(secret, other))
            }
        }
    }

    @Test func `Different lengths are different`() {
        #expect(!constantTimeEquals([1, 2, 3], [1, 2]))
        #expect(!constantTimeEquals([1, 2], [1, 2, 3]))
        #expect(!constantTimeEquals([], [0]))
    }

    @Test(arguments: [0, 1, 15, 16, 32, 1000])
    func `Random bytes are as many as asked`(count: Int) {
        #expect(randomBytes(count).count == count)
    }

    @Test func `Random bytes do not repeat and use every value`() {
        let draws = (0..<1000).map { _ in randomBytes(16) }
        #expect(Set(draws).count == draws.count)
        // 16,000 bytes miss one of 256 values once in 10^25 runs.
        #expect(Set(draws.joined()).count == 256)
    }
}
