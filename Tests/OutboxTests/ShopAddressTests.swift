import Testing

@testable import Outbox

@Suite struct ShopAddressTests {
    @Test(arguments: [
        "https://shop.example", "https://shop.example/paid?from=payonce", "https://shop:8443/x",
        "http://127.0.0.1:9000/paid", "http://localhost/paid", "http://[::1]:9000",
    ])
    func isTaken(_ text: String) {
        #expect(ShopAddress(text)?.description == text)
    }

    @Test(arguments: [
        "", "https://", "https:///paid", "http://shop.example/paid", "ftp://shop.example",
        "shop.example", "HTTP://127.0.0.1", "http://127.0.0.1.example.com/",
        "http://localhost.example.com", "http://127.0.0.1@shop.example/",
        "https://user:password@shop.example", "https://shop.example/#top", "http://[::2]",
        "https://shop.example/a b", "https://shop.example/\n", "http:\\\\127.0.0.1",
        "https://shop.example/" + String(repeating: "a", count: 2048),
    ])
    func isRefused(_ text: String) {
        #expect(ShopAddress(text) == nil)
    }

    @Test func aSecretIsLongAndUnseen() throws {
        #expect(ShopSecret(String(repeating: "s", count: 31)) == nil)
        let secret = try #require(ShopSecret(String(repeating: "s", count: 32)))
        var text = "\(secret) \(String(reflecting: secret))"
        dump(secret, to: &text)
        #expect(!text.contains("ss"))
    }
}
