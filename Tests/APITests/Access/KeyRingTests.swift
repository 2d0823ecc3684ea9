import Payments
import Testing

@testable import API

@Suite("API keys")
struct KeyRingTests {
    private let keys = MemoryKeys()

    private func proved(
        _ ring: KeyRing,
        _ text: String,
        at seconds: Int64 = 0
    ) async throws -> APIKey? {
        guard let text = APIKeyText(text) else { return nil }
        return try await ring.key(text, at: .seconds(seconds))
    }

    @Test("are known by their id and proved by their secret", arguments: Role.allCases)
    func proof(role: Role) async throws {
        let ring = KeyRing(keys)
        let (id, text) = await keys.make(role, named: "checkout")
        let (_, other) = await keys.make(role)
        #expect(text.hasPrefix("payonce_\(role.rawValue)_\(id)_"))
        let key = try await proved(ring, text)
        #expect(key == APIKey(id: id, name: "checkout", role: role))

        let secret = try #require(other.split(separator: "_").last)
        let foreign = "payonce_\(role.rawValue)_\(id)_\(secret)"
        #expect(try await proved(ring, foreign) == nil)
        let unknown = "payonce_\(role.rawValue)_0000000000000000_\(secret)"
        #expect(try await proved(ring, unknown) == nil)
        // The role is part of what the secret proves.
        let otherRole = try #require(Role.allCases.first { $0 != role })
        let raised = text.replacing(role.rawValue, with: otherRole.rawValue)
        #expect(try await proved(ring, raised) == nil)
    }

    @Test(
        "are told from everything else by their form",
        arguments: [
            "", "payonce", "payonce___", "payonce_merchant_x_y", "payonce_admin_0_0",
            "Payonce_merchant_0123456789abcdef_" + String(repeating: "0", count: 52),
            "payonce_merchant_0123456789abcdeF_" + String(repeating: "0", count: 52),
            "payonce_merchant_0123456789abcdef_" + String(repeating: "0", count: 51),
            "payonce_merchant_0123456789abcdef_" + String(repeating: "0", count: 52) + "_",
            "payonce_merchant_0123456789abcdef_" + String(repeating: "0", count: 51) + "\n",
            "payonce_merchant_0123456789abcdef_" + String(repeating: "0", count: 51) + ".",
            "eyJhbGciOiJIUzI1NiJ9.e30.x",
        ]
    )
    func form(text: String) {
        #expect(APIKeyText(text) == nil)
    }

    @Test("are all different, and their secrets too")
    func drawn() async {
        var texts: Set<String> = []
        for _ in 0..<100 { texts.insert(await keys.make(.merchant).text) }
        #expect(texts.count == 100)
        #expect(Set(texts.map { $0.suffix(52) }).count == 100)
    }

    @Test("are read once in a few seconds, and that long a revoked one is still taken")
    func freshness() async throws {
        let ring = KeyRing(keys)
        let (id, text) = await keys.make(.merchant)
        for _ in 0..<10 { #expect(try await proved(ring, text, at: 4) != nil) }
        #expect(await keys.reads == 1)
        await keys.revoke(id)
        #expect(try await proved(ring, text, at: 8) != nil)
        #expect(try await proved(ring, text, at: 9) == nil)
        #expect(try await proved(ring, text, at: 9) == nil)
        #expect(KeyRing.freshness <= .seconds(10))
    }

    @Test("note their use once a minute, and only where they are proved")
    func use() async throws {
        let ring = KeyRing(keys)
        let (id, text) = await keys.make(.ops)
        let forged = text.dropLast(52) + String(repeating: "0", count: 52)
        #expect(try await proved(ring, String(forged)) == nil)
        #expect(await keys.uses.isEmpty)
        for second in [0, 1, 30, 59] { _ = try await proved(ring, text, at: Int64(second)) }
        #expect(await keys.uses == [id])
        _ = try await proved(ring, text, at: 60)
        #expect(await keys.uses == [id, id])
    }

    @Test("that cannot be read now are no wrong ones")
    func away() async throws {
        let (_, text) = await keys.make(.merchant)
        await keys.goAway()
        let bench = try Bench(keys: keys)
        let response = await bench.get(
            "/payments/\(Samples.paymentText)",
            ["Authorization": "Bearer \(text)"]
        )
        #expect(response.status == 503)
        #expect(response.headers["retry-after"] == "5")
        #expect(try response.code() == "unavailable")
    }
}
