import HTTPServer
import JSON
import Payments
import Testing

@testable import API

@Suite("The routes")
struct RouterTests {
    static let paths: [(String, String)] = [
        ("/stripe-key", "GET, HEAD, OPTIONS"), ("/config", "GET, HEAD, OPTIONS"),
        ("/pay", "POST, OPTIONS"), ("/pay-without-webhooks", "POST, OPTIONS"),
        ("/charge-card-off-session", "POST, OPTIONS"),
        ("/payments/\(Samples.paymentText)", "GET, HEAD, OPTIONS"),
        ("/payments/\(Samples.paymentText)/cancel", "POST, OPTIONS"),
        ("/healthz", "GET, HEAD, OPTIONS"), ("/readyz", "GET, HEAD, OPTIONS"),
    ]

    @Test("Each address has its methods; another is a 405 that lists them", arguments: paths)
    func methods(_ path: String, _ allowed: String) async throws {
        let bench = try Bench()
        for method in HTTPMethod.allCases where !allowed.contains(method.rawValue) {
            let response = await bench.get(path, method: method)
            #expect(response.status == 405)
            #expect(response.headers["allow"] == allowed)
            #expect(try response.code() == "method_not_allowed")
        }
        let options = await bench.get(path, method: .options)
        #expect(options.status == 204)
        #expect(options.headers["allow"] == allowed)
        #expect(options.body.isEmpty)
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test("HEAD is what GET is", arguments: paths.filter { $0.1.hasPrefix("GET") }.map(\.0))
    func head(_ path: String) async throws {
        let bench = try Bench()
        let get = await bench.get(path)
        let head = await bench.get(path, method: .head)
        #expect(get.status == 200)
        #expect(head.status == 200)
        // The server leaves the body out and keeps its length.
        #expect(head.body == get.body)
    }

    @Test(
        "Any other address is a 404 in flat JSON, whatever the method",
        arguments: [
            "/", "/pay/", "//pay", "/PAY", "/pay%2F", "/pay.php", "/payments", "/payments/",
            "/payments//cancel", "/payments/x/cancel/", "/payments/x/refund", "/payments/x/y/z",
            "/setup-intent", "/payment-methods/", "/payment-methods/x/y", "/../etc/passwd", "*",
        ]
    )
    func unknown(_ path: String) async throws {
        let bench = try Bench()
        for method in HTTPMethod.allCases {
            let response = await bench.get(path, method: method)
            #expect(response.status == 404)
            #expect(try response.code() == "not_found")
            #expect(response.headers["content-type"] == "application/json")
        }
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test("The publishable key, by both names and at both addresses, whatever the query")
    func publishableKey() async throws {
        let bench = try Bench()
        for path in ["/stripe-key", "/config"] {
            let response = await bench.get(
                path,
                query: "paymentMethod=undefined",
                ["Content-Type": "application/json"]
            )
            #expect(response.status == 200)
            #expect(
                response.text
                    == #"{"publishableKey":"pk_test_1","publicKey":"pk_test_1","mode":"simulator"}"#
            )
        }
    }

    @Test("A payment is shown to whoever proves that it is theirs")
    func show() async throws {
        let bench = try Bench()
        let response = await bench.get(
            "/payments/\(Samples.paymentText)",
            query: "x=1",
            [
                "Payment-Client-Secret": Samples.secretText,
                "Idempotency-Key": "\"0123456789abcdef\"",
            ]
        )
        #expect(response.status == 200)
        #expect(try response.object()["paymentId"]?.string == Samples.paymentText)
        let query = PaymentQuery(
            id: try Samples.payment(),
            caller: .guest,
            secret: try Samples.secret(),
            key: IdempotencyKey("0123456789abcdef")
        )
        #expect(await bench.useCases.calls == [.show(query)])
    }

    @Test("A payment is canceled, whatever the body")
    func cancel() async throws {
        let bench = try Bench(
            answering: .standing(Samples.view(.canceled(.canceled))),
            clock: { .seconds(3) }
        )
        let response = await bench.post(
            "/payments/\(Samples.paymentText)/cancel",
            "not JSON",
            ["Payment-Client-Secret": Samples.secretText],
            contentType: nil
        )
        #expect(response.status == 200)
        #expect(try response.object()["status"]?.string == "canceled")
        let query = PaymentQuery(
            id: try Samples.payment(),
            caller: .guest,
            secret: try Samples.secret(),
            key: nil
        )
        #expect(await bench.useCases.calls == [.cancel(query, until: .seconds(28))])
    }

    @Test(
        "What is no id of ours is a payment that is not there",
        arguments: ["x", "pi_3Abc", "pay_1", "pay_0123456789ABCDEF0123456789abcdef", "%2e%2e"]
    )
    func noPayment(_ id: String) async throws {
        let bench = try Bench()
        let shown = await bench.get("/payments/\(id)")
        let canceled = await bench.post("/payments/\(id)/cancel", "")
        #expect(shown.status == 404 && canceled.status == 404)
        #expect(try shown.code() == "payment_not_found")
        #expect(shown.body == canceled.body)
        #expect(await bench.useCases.calls.isEmpty)
    }

    @Test("Every answer has a Request-Id of ours, and says that it is what it says")
    func requestID() async throws {
        let bench = try Bench()
        let sent: HTTPHeaders = ["Request-Id": "forged", "X-Request-Id": "forged"]
        let responses = [
            await bench.post("/pay", #"{"paymentMethodId":"pm_1"}"#, sent),
            await bench.post("/pay", "", sent), await bench.get("/nowhere", sent),
            await bench.get("/pay", sent), await bench.get("/pay", sent, method: .options),
            await bench.get("/healthz", sent),
            bench.router.answer(Refusal(status: 431, reason: "Too much.")),
        ]
        let ids = responses.map { $0.headers.all("request-id") }
        #expect(ids == (1...7).map { ["req_\($0)"] })
        #expect(responses.allSatisfy { $0.headers["x-content-type-options"] == "nosniff" })
    }

    static let refusals: [(Int, String, String?)] = [
        (400, "invalid_request", nil), (408, "request_timeout", nil),
        (413, "body_too_large", nil), (414, "invalid_request", nil),
        (417, "invalid_request", nil), (431, "invalid_request", nil),
        (501, "invalid_request", nil), (503, "overloaded", "1"), (505, "invalid_request", nil),
    ]

    @Test("What the server refuses by itself looks like every other answer", arguments: refusals)
    func refusal(_ status: Int, _ code: String, _ wait: String?) throws {
        let response = try Bench().router.answer(Refusal(status: status, reason: "It is so."))
        #expect(response.status == status)
        #expect(response.text == #"{"error":"It is so.","code":"\#(code)"}"#)
        #expect(response.headers["retry-after"] == wait)
        #expect(response.headers["content-type"] == "application/json")
    }

    @Test("A page is served where there is one, to those who read")
    func files() async throws {
        let bench = try Bench(file: { path in
            path == "/" ? StaticFile(contentType: "text/html", bytes: Array("<p>".utf8)) : nil
        })
        for method in [HTTPMethod.get, .head] {
            let response = await bench.get("/", method: method)
            #expect(response.status == 200)
            #expect(response.headers["content-type"] == "text/html")
            #expect(response.text == "<p>")
        }
        #expect(await bench.get("/script.js").status == 404)
        #expect(await bench.post("/", "{}").status == 404)
        // An address of the API is never a file's.
        #expect(await bench.get("/pay").status == 405)
    }

    @Test(
        "A page runs its own scripts and Stripe's, and what is no page has no such policy",
        arguments: [
            (nil, "script-src 'self' https://js.stripe.com https://*.js.stripe.com;"),
            ("http://127.0.0.1:12111", "script-src 'self' http://127.0.0.1:12111;"),
        ] as [(String?, String)]
    )
    func pagePolicy(_ standIn: String?, _ scripts: String) async throws {
        let bench = try Bench(
            file: { path in
                let type = path == "/" ? "text/html; charset=utf-8" : "text/css"
                return StaticFile(contentType: type, bytes: [])
            },
            settings: { $0.stripeStandIn = standIn }
        )
        let policy = try #require(await bench.get("/").headers["content-security-policy"])
        #expect(policy.contains(scripts), "\(policy)")
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(!policy.contains("unsafe"))
        #expect(policy.contains("js.stripe.com") == (standIn == nil))
        #expect(await bench.get("/a.css").headers["content-security-policy"] == nil)
    }

    @Test("The health is that there is an answer")
    func health() async throws {
        let response = try await Bench().get("/healthz")
        #expect(response.text == #"{"status":"ok"}"#)
    }

    static let readiness: [(Readiness, Bool)] = [
        (.ready, true),
        (changed { $0.stripe = "unreachable" }, true),
        (changed { $0.isDatabaseWritable = false }, false),
        (changed { $0.isSchemaRight = false }, false),
        (changed { $0.isDraining = true }, false),
    ]

    private static func changed(_ change: (inout Readiness) -> Void) -> Readiness {
        var readiness = Readiness.ready
        change(&readiness)
        return readiness
    }

    @Test("Readiness is the database, the schema and no drain; never Stripe", arguments: readiness)
    func ready(_ readiness: Readiness, _ isReady: Bool) async throws {
        let response = try await Bench(readiness: readiness).get("/readyz")
        let body = try response.object()
        #expect(response.status == (isReady ? 200 : 503))
        #expect(body["status"]?.string == (isReady ? "ready" : "not_ready"))
        #expect(body["databaseWritable"]?.bool == readiness.isDatabaseWritable)
        #expect(body["schemaRight"]?.bool == readiness.isSchemaRight)
        #expect(body["draining"]?.bool == readiness.isDraining)
        #expect(body["stripe"]?.string == readiness.stripe)
        #expect((response.headers["retry-after"] == nil) == isReady)
    }

    @Test(
        "Every end of a use case comes out as the table says",
        arguments: [
            ("/pay", #"{"paymentMethodId":"pm_1"}"#), ("/pay", #"{"paymentIntentId":"pi_1"}"#),
            ("/pay-without-webhooks", #"{"paymentMethodId":"pm_1"}"#),
        ]
    )
    func outcomes(_ path: String, _ body: String) async throws {
        for answer in try Samples.answers() {
            let response = try await Bench(answering: answer).post(path, body)
            let expected = OutcomeTable.reply(to: answer, in: .camelCase).response
            #expect(response.status == expected.status)
            #expect(response.body == expected.body)
            #expect(
                response.headers["idempotent-replayed"] == expected.headers["idempotent-replayed"]
            )
        }
    }
}
