import HTTPServer
import Payments
import Testing

@testable import API

@Suite("Limits at the edge")
struct LimitTests {
    private static let key: HTTPHeaders = ["Idempotency-Key": "0123456789abcdef"]
    private static func body(_ method: String, _ more: String = "") -> String {
        #"{"paymentMethodId":"\#(method)"\#(more)}"#
    }

    /// One new payment a minute.
    private func bench(clock: @escaping @Sendable () -> Duration = { .zero }) throws -> Bench {
        try Bench(
            clock: clock,
            settings: { $0.rateLimit = RateLimit(count: 1, period: .seconds(60)) }
        )
    }

    @Test("Too many new payments from one place are told when to come back")
    func refused() async throws {
        let bench = try bench()
        #expect(await bench.post("/pay", Self.body("pm_1")).status == 200)
        let response = await bench.post("/pay-without-webhooks", Self.body("pm_2"))
        #expect(response.status == 429)
        #expect(try response.code() == "rate_limited")
        #expect(response.headers["retry-after"] == "60")
        #expect(await bench.useCases.calls.count == 1)
        #expect(await bench.post("/pay", Self.body("pm_2"), peer: "192.0.2.2").status == 200)
    }

    @Test("When the time is over the next one passes")
    func later() async throws {
        let clock = ManualClock()
        let bench = try bench { clock.now }
        #expect(await bench.post("/pay", Self.body("pm_1")).status == 200)
        clock.advance(by: .seconds(59))
        let early = await bench.post("/pay", Self.body("pm_2"))
        #expect(early.status == 429)
        #expect(early.headers["retry-after"] == "1")
        clock.advance(by: .seconds(1))
        #expect(await bench.post("/pay", Self.body("pm_2")).status == 200)
    }

    @Test("A call that meets an existing payment is answered whatever the limit says")
    func repeats() async throws {
        let bench = try bench()
        for _ in 1...5 { #expect(await bench.post("/pay", Self.body("pm_1")).status == 200) }
        #expect(await bench.post("/pay", Self.body("pm_1"), Self.key).status == 200)
        #expect(await bench.post("/pay", Self.body("pm_2"), Self.key).status == 429)
        let allowed = await bench.useCases.calls.map { call in
            if case .pay(let request, _) = call { request.mayStart } else { true }
        }
        #expect(allowed == [true, false, false, false, false, false])
    }

    @Test("What can only concern payments that exist is never limited")
    func existing() async throws {
        let bench = try bench()
        #expect(await bench.post("/pay", Self.body("pm_1")).status == 200)
        for _ in 1...3 {
            #expect(await bench.post("/pay", #"{"paymentIntentId":"pi_1"}"#).status == 200)
            #expect(await bench.get("/payments/\(Samples.paymentText)").status == 200)
            let path = "/payments/\(Samples.paymentText)/cancel"
            #expect(await bench.post(path, "").status == 200)
        }
    }

    @Test("What is malformed costs nothing")
    func malformed() async throws {
        let bench = try bench()
        for _ in 1...3 { #expect(await bench.post("/pay", "{}").status == 400) }
        #expect(await bench.post("/pay", Self.body("pm_1")).status == 200)
    }

    @Test("Without a limit there is none")
    func unlimited() async throws {
        let bench = try Bench()
        for number in 1...100 {
            #expect(await bench.post("/pay", Self.body("pm_\(number)")).status == 200)
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
