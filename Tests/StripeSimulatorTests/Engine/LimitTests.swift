import JSON
import Testing

@testable import StripeSimulator

/// How much Stripe takes at a time.
@Suite struct LimitTests {
    private let bench = Bench()

    @Test func aSecondTakesSoManyRequests() {
        bench.control("switches", ["requests_per_second": 3])
        for _ in 0..<2 {
            for _ in 0..<3 { #expect(bench.create().status == 200) }
            let refused = bench.pay("pm_card_visa", key: "K1")
            #expect(refused.status == 429)
            #expect(refused.code == "rate_limit")
            #expect(refused.kind == "invalid_request_error")
            #expect(refused.header("Stripe-Rate-Limited-Reason") == "global-rate")
            #expect(refused.header("Stripe-Should-Retry") == nil)
            bench.wait(1)
        }
        let paid = bench.pay("pm_card_visa", key: "K1")
        #expect(paid.status == 200)
        #expect(paid.header("Idempotent-Replayed") == nil)
        #expect(bench.book.count == 1)
    }

    @Test func anHourTakesSoManyUpdatesOfOnePayment() {
        bench.control("switches", ["updates_per_hour": 3])
        let id = bench.create().id
        for number in 0..<3 {
            #expect(bench.post("/v1/payment_intents/\(id)", "description=\(number)").status == 200)
        }
        for path in ["", "/confirm", "/cancel", "/capture"] {
            let refused = bench.post("/v1/payment_intents/\(id)\(path)")
            #expect(refused.status == 429)
            #expect(refused.code == "payment_intent_rate_limit_exceeded")
            #expect(refused.header("Stripe-Rate-Limited-Reason") == "resource-specific")
        }
        #expect(bench.intent(id).status == 200)
        #expect(bench.post("/v1/payment_intents/\(bench.create().id)").status == 200)
        bench.wait(3600)
        #expect(bench.post("/v1/payment_intents/\(id)/cancel").state == "canceled")
    }

    @Test func stripesOwnLimitOfUpdatesIsInForce() {
        let id = bench.create().id
        let path = "/v1/payment_intents/\(id)"
        for _ in 0..<1000 { _ = bench.post(path) }
        #expect(bench.post(path).status == 429)
    }

    @Test(arguments: [
        ("rate_limit", 429), ("lock_timeout", 429), ("in_use", 409), ("status", 500),
        ("status", 400),
    ])
    func faultsMayTellWhetherToTryAgain(fault: String, status: Int) {
        for word in [true, false] {
            var body: JSONObject = [
                "fault": .string(fault), "times": 1, "should_retry": .bool(word),
            ]
            if fault == "status" {
                body["code"] = JSONValue(Int64(status))
                body["executed"] = false
            }
            bench.fault(.object(body))
            let refused = bench.pay("pm_card_visa", key: "K1")
            #expect(refused.status == status)
            #expect(refused.header("Stripe-Should-Retry") == "\(word)")
        }
        #expect(bench.pay("pm_card_visa", key: "K1").status == 200)
    }
}
