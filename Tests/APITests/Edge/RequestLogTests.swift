import HTTPServer
import JSON
import Payments
import Testing

@testable import API

@Suite("The line about a request")
struct RequestLogTests {
    private func object(_ line: String) throws -> JSONObject {
        try #require(try JSONValue.parse(Array(line.utf8.dropLast()), limits: .answer).object)
    }

    @Test("It says what was asked, what came of it and how long it took")
    func line() async throws {
        let ticks = Numbers()
        let bench = try Bench(clock: { .seconds(ticks.next()) })
        _ = await bench.post("/pay-without-webhooks", #"{"paymentMethodId":"pm_1"}"#)
        let object = try object(try #require(bench.log.first))
        #expect(bench.log.count == 1)
        #expect(object["level"]?.string == "info")
        #expect(object["message"]?.string == "request answered")
        #expect(object["requestID"]?.string == "req_1")
        #expect(object["method"]?.string == "POST")
        #expect(object["route"]?.string == "/pay")
        #expect(object["status"]?.int64 == 200)
        #expect(object["durationMicroseconds"]?.int64 == 1_000_000)
        #expect(object["paymentID"]?.string == Samples.paymentText)
    }

    @Test("Routes are templates, so that they can be counted and hold nothing of the client")
    func routes() async throws {
        let bench = try Bench()
        _ = await bench.get("/payments/\(Samples.paymentText)", query: "token=abc")
        _ = await bench.post("/payments/sk_live_1/cancel", "")
        _ = await bench.get("/some/secret/path")
        _ = bench.router.answer(Refusal(status: 400, reason: "No."))
        let routes = try bench.log.map { try object($0)["route"]?.string }
        #expect(routes == ["/payments/{id}", "/payments/{id}/cancel", "/*", "refused"])
    }

    @Test("Probes are for those who ask for everything, trouble is for everybody")
    func levels() async throws {
        let quiet = try Bench(readiness: .ready, logLevel: .info)
        _ = await quiet.get("/healthz")
        _ = await quiet.get("/readyz")
        #expect(quiet.log.isEmpty)
        let ill = try Bench(answering: .refused(.unavailable), logLevel: .warning)
        _ = await ill.post("/pay", #"{"paymentMethodId":"pm_1"}"#)
        #expect(try object(try #require(ill.log.first))["level"]?.string == "warning")
    }

    @Test("Nothing that was sent or answered in confidence is in it")
    func secrets() async throws {
        let confidential = [
            "0123456789abcdefKEY", "pi_3Abc_secret_Xyz", "tokenvalue", "pm_1Hidden", "pi_9Hidden",
            "customer@example.org", "q=hidden", "203.0.113.9", "camera", "order-77",
            "4242424242424242",
        ]
        let headers: HTTPHeaders = [
            "Idempotency-Key": "0123456789abcdefKEY", "Payment-Client-Secret": "pi_3Abc_secret_Xyz",
            "X-Forwarded-For": "203.0.113.9", "Cookie": "tokenvalue",
        ]
        let first =
            #"{"paymentMethodId":"pm_1Hidden","items":["camera"],"orderId":"order-77","#
            + #""email":"customer@example.org","number":"4242424242424242"}"#
        for answer in try Samples.answers() {
            let bench = try Bench(answering: answer)
            let signedIn: HTTPHeaders = ["Authorization": "Bearer tokenvalue"]
            _ = await bench.post("/pay", first, headers, peer: "203.0.113.9")
            _ = await bench.post("/pay", #"{"paymentIntentId":"pi_9Hidden"}"#, headers)
            _ = await bench.post("/pay", first, signedIn)
            _ = await bench.post("/pay", first + "broken", headers)
            _ = await bench.get("/payments/\(Samples.paymentText)", query: "q=hidden", headers)
            _ = await bench.get("/customer@example.org", query: "q=hidden", headers)
            #expect(bench.log.count == 6)
            for line in bench.log {
                for secret in confidential { #expect(!line.contains(secret), "\(line)") }
            }
        }
    }
}
