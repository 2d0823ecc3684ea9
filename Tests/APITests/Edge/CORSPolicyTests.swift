import HTTPServer
import Testing

@testable import API

@Suite("Which web pages may call")
struct CORSPolicyTests {
    private static let shop = "https://shop.example"
    private static let preflight: HTTPHeaders = [
        "Origin": shop, "Access-Control-Request-Method": "POST",
    ]

    private func bench(_ origins: [String]) throws -> Bench {
        try Bench(settings: { $0.corsOrigins = origins })
    }

    @Test("A listed origin may call and read, before the call and after it")
    func listed() async throws {
        let bench = try bench(["https://other.example", Self.shop])
        let asked = await bench.get("/pay", Self.preflight, method: .options)
        #expect(asked.status == 204)
        #expect(asked.headers["access-control-allow-origin"] == Self.shop)
        #expect(asked.headers["access-control-allow-methods"] == "POST, OPTIONS")
        #expect(
            asked.headers["access-control-allow-headers"]
                == "Content-Type, Authorization, Idempotency-Key, Payment-Client-Secret"
        )
        #expect(asked.headers["access-control-max-age"] == "600")
        let responses = [
            await bench.post("/pay", #"{"paymentMethodId":"pm_1"}"#, ["Origin": Self.shop]),
            await bench.post("/pay", "", ["Origin": Self.shop]),
            await bench.get("/nowhere", ["Origin": Self.shop]),
        ]
        for response in responses {
            #expect(response.headers["access-control-allow-origin"] == Self.shop)
            #expect(
                response.headers["access-control-expose-headers"]
                    == "Idempotent-Replayed, Retry-After, Request-Id"
            )
            #expect(response.headers["vary"] == "Origin")
            #expect(response.headers["access-control-allow-credentials"] == nil)
        }
    }

    @Test(
        "No other origin is told anything",
        arguments: [
            "https://shop.example.evil.example", "http://shop.example", "https://SHOP.example",
            "https://shop.example:8443", "null", "*", "",
        ]
    )
    func unlisted(_ origin: String) async throws {
        let bench = try bench([Self.shop])
        for response in [
            await bench.get("/pay", ["Origin": origin], method: .options),
            await bench.get("/stripe-key", ["Origin": origin]),
        ] {
            #expect(response.headers["access-control-allow-origin"] == nil)
            #expect(response.headers["access-control-allow-methods"] == nil)
            #expect(response.headers["access-control-allow-headers"] == nil)
            #expect(response.headers["vary"] == "Origin")
        }
    }

    @Test("Without a list no origin is")
    func none() async throws {
        let response = try await bench([]).get("/pay", Self.preflight, method: .options)
        #expect(response.status == 204)
        #expect(response.headers["access-control-allow-origin"] == nil)
        #expect(response.headers["vary"] == nil)
    }

    @Test("The star lets every page in")
    func star() async throws {
        let response = try await bench(["*"]).get("/stripe-key", ["Origin": Self.shop])
        #expect(response.headers["access-control-allow-origin"] == "*")
    }
}
