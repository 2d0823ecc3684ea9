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

    @Test("The repeat of a call that passed is answered, for a payment may exist")
    func repeats() async throws {
        let bench = try bench()
        for _ in 1...5 { #expect(await bench.post("/pay", Self.body("pm_1")).status == 200) }
        // The payment method is used once, so it leads to that payment whatever comes with it.
        #expect(await bench.post("/pay", Self.body("pm_1"), Self.key).status == 200)
        #expect(await bench.post("/pay", Self.body("pm_2"), Self.key).status == 429)
    }

    @Test("A test card is a new card at each use, unless a key or an order holds it together")
    func testNames() async throws {
        let card = Self.body("pm_card_visa")
        let keyless = try bench()
        #expect(await keyless.post("/pay", card).status == 200)
        #expect(await keyless.post("/pay", card).status == 429)
        let keyed = try bench()
        #expect(await keyed.post("/pay", card, Self.key).status == 200)
        #expect(await keyed.post("/pay", card, Self.key).status == 200)
        #expect(await keyed.post("/pay", card).status == 429)
        let ordered = try bench()
        let order = Self.body("pm_card_visa", #","orderId":"o1""#)
        #expect(await ordered.post("/pay", order).status == 200)
        #expect(await ordered.post("/pay", order).status == 200)
        #expect(await ordered.post("/pay", order, Self.key).status == 429)
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

    @Test("What passed is remembered for half an hour at most, and for a quarter at least")
    func forgetting() throws {
        let request = PayRequest(
            caller: .guest,
            key: nil,
            order: nil,
            cart: try Samples.cart(("a", 1)),
            currency: .usd,
            method: try Samples.method(),
            presentation: Presentation(usesStripeSDK: false, returnURL: nil),
            origin: ""
        )
        var recent = RecentCalls()
        var known: [Bool] = []
        func ask(at seconds: Int) { known.append(recent.contains(request, at: .seconds(seconds))) }
        ask(at: 10_000)
        recent.insert(request, at: .seconds(10_000))
        for seconds in [10_899, 10_900, 11_800] { ask(at: seconds) }
        recent.insert(request, at: .seconds(20_000))
        ask(at: 22_000)
        #expect(known == [false, true, true, false, false])
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
