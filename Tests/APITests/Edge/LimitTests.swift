import HTTPServer
import Payments
import Testing

@testable import API

@Suite("Limits at the edge")
struct LimitTests {
    private static func body(_ method: String) -> String {
        #"{"paymentMethodId":"\#(method)"}"#
    }

    @Test("Who has to wait is told how long")
    func refused() async throws {
        let bench = try Bench(answering: .refused(.rateLimited(wait: .seconds(59.5))))
        for path in ["/pay", "/pay-without-webhooks"] {
            let response = await bench.post(path, Self.body("pm_1"))
            #expect(response.status == 429)
            #expect(try response.code() == "rate_limited")
            #expect(response.headers["retry-after"] == "60")
        }
    }

    // Without the bound the third call would wait for ever.
    @Test(
        "No more than so many are with the use cases; the next is told at once",
        .timeLimit(.minutes(1))
    )
    func inFlight() async throws {
        let bench = try Bench(holdingBack: true, settings: { $0.mostInFlight = 2 })
        let waiting = [1, 2].map { number in
            Task { await bench.post("/pay", Self.body("pm_\(number)")).status }
        }
        await bench.useCases.arrived(2)
        let third = await bench.post("/pay", Self.body("pm_3"))
        #expect(third.status == 503)
        #expect(try third.code() == "overloaded")
        #expect(third.headers["retry-after"] == "1")
        #expect(await bench.get("/healthz").status == 200)
        await bench.useCases.release()
        for task in waiting { #expect(await task.value == 200) }
        #expect(await bench.post("/pay", Self.body("pm_3")).status == 200)
    }
}
