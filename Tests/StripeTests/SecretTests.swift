import Payments
import Testing

@testable import Stripe

@Suite struct SecretTests {
    static let secret = "sk_test_51UnspeakableKey"

    @Test(arguments: [
        ("sk_test_1", false), ("rk_test_1a_B", false), ("sk_live_1", true), ("rk_live_1", true),
    ])
    func keys(_ text: String, _ isLive: Bool) throws {
        let key = try #require(StripeSecretKey(text))
        #expect(key.isLive == isLive)
        #expect(key.exposed == text)
    }

    @Test(arguments: [
        "", "sk_test_", "pk_test_1", "sk_prod_1", "sk_test_1 ", "sk_test_1\r\nX: y", "sk_test_é",
        "sk_live_" + String(repeating: "a", count: 500),
    ])
    func noKeys(_ text: String) {
        #expect(StripeSecretKey(text) == nil)
    }

    @Test func theKeyShowsNowhere() async throws {
        try await onLoop { loop in
            let key = try #require(StripeSecretKey(SecretTests.secret))
            let configuration = try #require(StripeConfiguration(secretKey: key))
            let transport = ScriptedTransport { _ in .failure(.outcomeUnknown(.timedOut)) }
            let processor = StripeProcessor(
                configuration,
                transport: transport,
                clock: ManualTime(on: loop),
                random: { 0 }
            )
            let method = try #require(PaymentMethodID("pm_1"))
            let reply = await processor.cardFingerprint(of: method, deadline: .seconds(2000))
            let check = await processor.checkAccount(deadline: .seconds(2000))
            var shown =
                "\(key) \(key.debugDescription) \(configuration) \(processor) \(reply) \(check)"
            shown += String(reflecting: key) + String(reflecting: configuration)
            dump(key, to: &shown)
            dump(configuration, to: &shown)
            dump(processor, to: &shown)
            #expect(!shown.contains("Unspeakable"))
            #expect(shown.contains("***"))
            let sent = try #require(transport.requests.first)
            #expect(
                sent.headers.contains { $0 == ("Authorization", "Bearer " + SecretTests.secret) }
            )
        }
    }

    @Test(arguments: [
        ("https://api.stripe.com", "https://api.stripe.com"),
        ("https://api.stripe.com/", "https://api.stripe.com"),
        ("http://127.0.0.1:12111", "http://127.0.0.1:12111"),
        ("http://[::1]:12111", "http://[::1]:12111"),
    ])
    func bases(_ text: String, _ expected: String) {
        #expect(APIBase(text)?.description == expected)
    }

    @Test(arguments: [
        "", "https://", "api.stripe.com", "ftp://api.stripe.com", "https://api.stripe.com/v1",
        "https://user@evil.example", "https://api.stripe.com?x", "https://api.stripe.com#x",
        "https://api.stripe.com ", "https://api.stripe.com//", "HTTPS://api.stripe.com",
    ])
    func noBases(_ text: String) {
        #expect(APIBase(text) == nil)
    }

    @Test func aLiveKeyNeverGoesInTheClear() throws {
        let live = try #require(StripeSecretKey("sk_live_1"))
        let test = try #require(StripeSecretKey("sk_test_1"))
        let plain = try #require(APIBase("http://127.0.0.1:12111"))
        #expect(StripeConfiguration(secretKey: live, base: plain) == nil)
        #expect(StripeConfiguration(secretKey: live) != nil)
        #expect(StripeConfiguration(secretKey: test, base: plain) != nil)
    }

    @Test(arguments: ["A", "ORDER 7", "shop.example", String(repeating: "a", count: 22)])
    func suffixes(_ text: String) {
        #expect(StatementDescriptorSuffix(text)?.description == text)
    }

    /// EN02.
    @Test(arguments: [
        "", "123", "A*", "A<", "A>", "A\\", "A'", "A\"", "é", "A\n",
        String(repeating: "a", count: 23),
    ])
    func noSuffixes(_ text: String) {
        #expect(StatementDescriptorSuffix(text) == nil)
    }
}
