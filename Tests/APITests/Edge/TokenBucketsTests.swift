import Testing

@testable import API

@Suite("Token buckets")
struct TokenBucketsTests {
    /// A reference, because an expectation cannot change a value.
    private final class Held {
        private var buckets: TokenBuckets
        init(_ buckets: TokenBuckets) { self.buckets = buckets }

        var nameCount: Int { buckets.nameCount }
        func take(from name: [UInt8], at now: Duration) -> Duration? {
            buckets.take(from: name, at: now)
        }
    }

    private func buckets(_ count: Int, per period: Duration) throws -> Held {
        Held(TokenBuckets(try #require(RateLimit(count: count, period: period))))
    }

    @Test("A full bucket gives its tokens at once, then one each interval")
    func burst() throws {
        let buckets = try buckets(3, per: .seconds(60))
        for _ in 1...3 { #expect(buckets.take(from: [1], at: .zero) == nil) }
        #expect(buckets.take(from: [1], at: .zero) == .seconds(20))
        #expect(buckets.take(from: [1], at: .seconds(19)) == .seconds(1))
        #expect(buckets.take(from: [1], at: .seconds(20)) == nil)
        #expect(buckets.take(from: [1], at: .seconds(20)) == .seconds(20))
    }

    @Test("A refusal costs nothing, and nothing is saved up beyond the bucket")
    func refill() throws {
        let buckets = try buckets(2, per: .seconds(2))
        _ = buckets.take(from: [1], at: .zero)
        _ = buckets.take(from: [1], at: .zero)
        for _ in 1...10 { #expect(buckets.take(from: [1], at: .zero) == .seconds(1)) }
        #expect(buckets.take(from: [1], at: .seconds(1000)) == nil)
        #expect(buckets.take(from: [1], at: .seconds(1000)) == nil)
        #expect(buckets.take(from: [1], at: .seconds(1000)) == .seconds(1))
    }

    @Test("Each name has its own")
    func names() throws {
        let buckets = try buckets(1, per: .seconds(60))
        #expect(buckets.take(from: [1], at: .zero) == nil)
        #expect(buckets.take(from: [2], at: .zero) == nil)
        #expect(buckets.take(from: [1], at: .zero) != nil)
    }

    @Test("Full buckets are forgotten when there are too many, others stay as long as they can")
    func bound() throws {
        let buckets = try buckets(1, per: .seconds(60))
        for number in 0..<TokenBuckets.mostNames - 1 {
            _ = buckets.take(from: name(number), at: .zero)
        }
        #expect(buckets.take(from: [], at: .seconds(50)) == nil)
        #expect(buckets.nameCount == TokenBuckets.mostNames)
        #expect(buckets.take(from: [9], at: .seconds(61)) == nil)
        #expect(buckets.nameCount == 2)
        #expect(buckets.take(from: [], at: .seconds(61)) != nil)
    }

    @Test("A flood of names turns nobody away")
    func flood() throws {
        let buckets = try buckets(1, per: .seconds(60))
        for number in 0...TokenBuckets.mostNames {
            #expect(buckets.take(from: name(number), at: .zero) == nil)
        }
        #expect(buckets.nameCount <= TokenBuckets.mostNames)
    }

    private func name(_ number: Int) -> [UInt8] {
        [UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }

    @Test("A limit is positive")
    func limit() {
        #expect(RateLimit(count: 0, period: .seconds(1)) == nil)
        #expect(RateLimit(count: 1, period: .zero) == nil)
        #expect(RateLimit(count: -1, period: .seconds(-1)) == nil)
    }
}
