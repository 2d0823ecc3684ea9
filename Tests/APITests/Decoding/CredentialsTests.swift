import HTTPServer
import Payments
import Testing

@testable import API

@Suite("What headers prove")
struct CredentialsTests {
    private static let body = #"{"paymentMethodId":"pm_1"}"#
    private static let long = "0123456789abcdef"

    static let good: [(String, String)] = [
        (long, long), (" \(long) ", long), ("\t\(long)\t ", long), ("\"\(long)\"", long),
        (" \"\(long)\" ", long), ("\"\(long)", "\"\(long)"),
        ("!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~", "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~"),
        ("%0d%0a%0d%0a%0d%0a", "%0d%0a%0d%0a%0d%0a"),
        (String(repeating: "k", count: 255), String(repeating: "k", count: 255)),
    ]

    @Test("Blanks and quotes around a key are none of it", arguments: good)
    func key(_ header: String, _ text: String) async throws {
        let call = try await Bench().firstCall(Self.body, ["Idempotency-Key": header])
        #expect(call.key?.text == text)
    }

    static let bad: [(String, String)] = [
        ("", "invalid_request"), ("   ", "invalid_request"), ("\t", "invalid_request"),
        ("\(long), \(long)", "invalid_request"), ("0123456789\tabcdefg", "invalid_request"),
        ("0123456789abcdef\u{0}", "invalid_request"), ("0123456789abcdefé", "invalid_request"),
        ("0123456789abcdef\r\nX: y", "invalid_request"), ("0123456789 abcdef", "invalid_request"),
        (String(repeating: "k", count: 256), "invalid_request"),
        ("K1", "idempotency_key_too_short"), ("0123456789abcde", "idempotency_key_too_short"),
        ("\"0123456789abcd\"", "idempotency_key_too_short"), ("\"\"", "idempotency_key_too_short"),
    ]

    @Test("What is no key, or a guest's that could be met by chance, is refused", arguments: bad)
    func badKey(_ header: String, _ code: String) async throws {
        let bench = try Bench()
        let response = await bench.post("/pay", Self.body, ["Idempotency-Key": header])
        #expect(response.status == 400)
        #expect(try response.code() == code)
        #expect(try response.sentence().contains("Idempotency-Key"))
        #expect(await bench.useCases.calls.isEmpty)
        let controls = bench.log.joined().utf8.filter { $0 < 0x20 && $0 != 0x0A }
        #expect(controls.isEmpty)
    }

    @Test("A key that is sent twice is refused, even where both agree")
    func twoKeys() async throws {
        let bench = try Bench()
        let headers: HTTPHeaders = ["Idempotency-Key": Self.long, "idempotency-key": Self.long]
        let response = await bench.post("/pay", Self.body, headers)
        #expect(response.status == 400)
        #expect(try response.sentence() == "Invalid request: Idempotency-Key is sent twice.")
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test(
        "Saved cards need a token",
        arguments: [
            #"{"paymentMethodId":"pm_1","savePaymentMethod":true}"#,
            #"{"paymentMethodId":"pm_1","isSavingCard":true,"consent":"v1"}"#,
            #"{"paymentMethodId":"pm_1","cvcToken":"cvctok_1"}"#,
            #"{"cvcToken":"cvctok_1","useStripeSdk":true,"currency":"usd","items":["id-1"]}"#,
        ]
    )
    func savedCards(_ body: String) async throws {
        let bench = try Bench()
        let response = await bench.post("/pay-without-webhooks", body)
        #expect(response.status == 401)
        #expect(try response.code() == "customer_token_required")
        #expect(response.headers["www-authenticate"] == "Bearer")
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test(
        "A token that cannot be verified is refused: as a guest's the payment would be another one",
        arguments: ["Bearer eyJhbGciOiJIUzI1NiJ9.e30.x", "Basic dTpw", "", "x"]
    )
    func token(_ header: String) async throws {
        let bench = try Bench()
        let headers: HTTPHeaders = ["Authorization": header]
        let responses = [
            await bench.post("/pay", Self.body, headers),
            await bench.post("/pay", #"{"paymentIntentId":"pi_1"}"#, headers),
            await bench.post("/charge-card-off-session", #"{"paymentIntentId":"pi_1"}"#, headers),
            await bench.get("/payments/\(Samples.paymentText)", headers),
            await bench.post("/payments/\(Samples.paymentText)/cancel", "", headers),
        ]
        for response in responses {
            #expect(response.status == 401)
            #expect(try response.code() == "token_invalid")
            #expect(response.headers["www-authenticate"] == "Bearer error=\"invalid_token\"")
        }
        #expect(await bench.useCases.calls.isEmpty)
        #expect(await bench.get("/stripe-key", headers).status == 200)
    }

    @Test("What is malformed is told before who asks")
    func order() async throws {
        let response = try await Bench().post("/pay", "{\"items\":[]}", ["Authorization": "x"])
        #expect(response.status == 400)
    }
}

@Suite("Customers who are signed in")
struct SignedInTests {
    private func bench() throws -> Bench {
        try Bench(settings: { settings in
            settings.customerTokens = CustomerTokens(secrets: [.init(TokenForge.secret)])
        })
    }

    @Test("pay, finish, look and cancel under their own name, with keys as short as they like")
    func caller() async throws {
        let bench = try bench()
        let headers: HTTPHeaders = [
            "Authorization": TokenForge.bearer("ann"), "Idempotency-Key": "k",
        ]
        let ann = Caller.customer(try #require(CustomerReference("ann")))
        let first = try await bench.firstCall(#"{"paymentMethodId":"pm_1"}"#, headers)
        #expect(first.caller == ann && first.key?.text == "k")
        let second = try await bench.secondCall(#"{"paymentIntentId":"pi_1"}"#, headers)
        #expect(second.caller == ann)
        let path = "/payments/\(Samples.paymentText)"
        #expect(await bench.get(path, headers).status == 200)
        #expect(await bench.post("\(path)/cancel", "", headers).status == 200)
        let query = PaymentQuery(
            id: try Samples.payment(),
            caller: ann,
            secret: nil,
            key: IdempotencyKey("k")
        )
        let calls = await bench.useCases.calls
        #expect(calls.contains(.show(query)))
        #expect(calls.contains(.cancel(query, until: .seconds(1025))))
    }

    @Test(
        "are known by one header, in the scheme of bearers",
        arguments: [
            ("bearer", true), ("BEARER", true), ("Bearer ", true), ("Basic", false), ("", false),
            ("Bearer x", false), ("Bearer,", false),
        ]
    )
    func scheme(scheme: String, isGood: Bool) async throws {
        let token = TokenForge.token()
        let bench = try bench()
        let body = #"{"paymentMethodId":"pm_1"}"#
        let response = await bench.post("/pay", body, ["Authorization": "\(scheme) \(token)"])
        #expect(response.status == (isGood ? 200 : 401), "\(response.text)")
        let twice: HTTPHeaders = [
            "Authorization": "Bearer \(token)", "authorization": "Bearer \(token)",
        ]
        #expect(await bench.post("/pay", body, twice).status == 401)
    }

    @Test("are not mistaken for the shop, nor the shop for one of them")
    func keys() async throws {
        let keys = MemoryKeys()
        let (_, text) = await keys.make(.merchant)
        let bench = try Bench(keys: keys)
        let headers: HTTPHeaders = ["Authorization": "Bearer \(text)"]
        let body = #"{"paymentMethodId":"pm_1"}"#
        #expect(try await bench.post("/pay", body, headers).code() == "token_invalid")
        #expect(await bench.get("/payments/\(Samples.paymentText)", headers).status == 200)
        let query = PaymentQuery.fromShop(try Samples.payment())
        #expect(await bench.useCases.calls == [.show(query)])
    }
}
