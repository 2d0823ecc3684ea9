import JSON
import Testing

@testable import StripeSimulator

@Suite struct FaultTests {
    @Test func dropBeforeExecutesNothing() {
        let bench = Bench()
        bench.fault(["fault": "drop_before", "times": 1])
        let lost = bench.pay("pm_card_visa", key: "K1")
        #expect(lost.answer.delivery == .dropped)
        #expect(bench.book.isEmpty)
        #expect(bench.requests().map { $0["outcome"] } == ["dropped"])
        #expect(bench.requests().map { $0["status"] } == [.null])
        #expect(bench.pay("pm_card_visa", key: "K1").header("Idempotent-Replayed") == nil)
    }

    @Test func dropAfterExecutesAndRemembers() {
        let bench = Bench()
        bench.fault(["fault": "drop_after", "times": 1])
        let lost = bench.pay("pm_card_visa", key: "K1")
        #expect(lost.answer.delivery == .dropped)
        #expect(bench.book.count == 1)
        let replay = bench.pay("pm_card_visa", key: "K1")
        #expect(replay.header("Idempotent-Replayed") == "true")
        #expect(replay.header("Original-Request") == lost.header("Request-Id"))
        #expect(replay.answer.body == lost.answer.body)
        #expect(bench.book.count == 1)
        #expect(bench.requests().map { $0["outcome"] } == ["executed", "replayed"])
        #expect(bench.requests().map { $0["status"] } == [.null, 200])
    }

    @Test func statusWithABodyOfItsOwn() {
        let bench = Bench()
        bench.fault([
            "fault": "status", "code": 503, "body": ["error": ["type": "api_error"]],
            "executed": false, "times": 1,
        ])
        let failed = bench.create()
        #expect(failed.status == 503)
        #expect(failed.json == ["error": ["type": "api_error"]])
        bench.fault(["fault": "status", "code": 504, "executed": false, "times": 1])
        #expect(bench.create()["error.type"] == "api_error")
    }

    @Test(arguments: [false, true])
    func html502IsNoJSON(isExecuted: Bool) {
        let bench = Bench()
        bench.fault(["fault": "html502", "executed": .bool(isExecuted), "times": 1])
        let failed = bench.pay("pm_card_visa", key: "K1")
        #expect(failed.status == 502)
        #expect(failed.header("Content-Type") == "text/html")
        #expect(failed.header("Request-Id") == nil)
        #expect(failed.text.contains("<h1>502 Bad Gateway</h1>"))
        #expect(bench.book.count == (isExecuted ? 1 : 0))
        // The proxy's page is not what Stripe remembers.
        let second = bench.pay("pm_card_visa", key: "K1")
        #expect(second.status == 200)
        #expect((second.header("Idempotent-Replayed") != nil) == isExecuted)
        #expect(bench.book.count == 1)
    }

    @Test func truncateCutsTheBody() {
        let bench = Bench()
        bench.fault(["fault": "truncate", "bytes": 20, "times": 1])
        let cut = bench.pay("pm_card_visa", key: "K1")
        #expect(cut.answer.delivery == .truncated(afterBodyBytes: 20))
        #expect(cut.answer.body.count > 1000)
        #expect(bench.pay("pm_card_visa", key: "K1").answer.body == cut.answer.body)
    }

    @Test func aResetNeedsAUsedConnection() {
        let bench = Bench()
        bench.fault(["fault": "reset_reused", "times": 1])
        #expect(bench.create().answer.delivery == .whole)
        let target = "/v1/payment_intents"
        let reset = bench.send("POST", target, Bench.manual, isReused: true)
        #expect(reset.answer.delivery == .reset)
        #expect(bench.requests().map { $0["outcome"] } == ["executed", "dropped"])
    }

    @Test func rateLimitsComeBeforeTheLayerOfKeys() {
        let bench = Bench()
        let first = bench.create(key: "K1")
        bench.fault(["fault": "rate_limit", "reason": "endpoint-rate", "times": 1])
        let limited = bench.create(key: "K1")
        #expect(limited.status == 429)
        #expect(limited.code == "rate_limit")
        #expect(limited.kind == "invalid_request_error")
        #expect(limited.header("Stripe-Rate-Limited-Reason") == "endpoint-rate")
        #expect(limited.header("Original-Request") == nil)
        #expect(bench.create(key: "K1").answer.body == first.answer.body)
    }

    @Test func lockTimeoutsHaveNoReason() {
        let bench = Bench()
        bench.fault(["fault": "lock_timeout", "times": 1])
        let locked = bench.create()
        #expect(locked.status == 429)
        #expect(locked.code == "lock_timeout")
        #expect(locked.header("Stripe-Rate-Limited-Reason") == nil)
    }

    @Test func inUseExecutesNothing() {
        let bench = Bench()
        bench.fault(["fault": "in_use", "times": 1])
        let refused = bench.pay("pm_card_visa", key: "K1")
        #expect(refused.status == 409)
        #expect(refused.message.contains("K1. Please try again later."))
        #expect(bench.book.isEmpty)
    }

    @Test(arguments: [false, true])
    func aHangNeverAnswers(isExecuted: Bool) {
        let bench = Bench()
        bench.fault(["fault": "hang", "executed": .bool(isExecuted), "times": 1])
        #expect(bench.pay("pm_card_visa", key: "K1").answer.delivery == .never)
        #expect(bench.book.count == (isExecuted ? 1 : 0))
        let second = bench.pay("pm_card_visa", key: "K1")
        #expect((second.header("Idempotent-Replayed") != nil) == isExecuted)
    }

    @Test func oddFieldsKeepWhatHappened() {
        let bench = Bench()
        let plain = bench.pay("pm_card_visa", "metadata[order]=7")
        bench.fault(["fault": "odd_fields", "times": 1])
        let odd = bench.pay("pm_card_visa", "metadata[order]=7", key: "K1")
        #expect(odd["a_field_of_tomorrow.nested.1"] == "two")
        #expect(odd["capture_method"] == "a_word_of_tomorrow")
        for key in ["amount", "currency", "status", "metadata", "object"] {
            #expect(odd[key] == plain[key])
        }
        #expect(
            bench.pay("pm_card_visa", "metadata[order]=7", key: "K1").answer.body == odd.answer.body
        )
    }

    @Test func aSlowReplayBlocksNobody() {
        let bench = Bench()
        _ = bench.create(key: "K1")
        bench.fault(["fault": "slow", "seconds": Bench.decimal("0.5"), "times": 1])
        let slow = bench.create(key: "K1")
        #expect(slow.answer.delay == .milliseconds(500))
        #expect(slow.answer.execution == nil)
        #expect(bench.create(key: "K1").status == 200)
    }

    // MARK: Which requests

    @Test func faultsChooseByMethodAndPath() {
        let bench = Bench()
        bench.fault([
            "fault": "lock_timeout", "method": "post", "path": "/v1/payment_intents/*/confirm",
        ])
        let id = bench.create("payment_method=pm_card_visa").id
        #expect(bench.intent(id).status == 200)
        #expect(bench.confirm(id).status == 429)
        #expect(bench.confirm(id).status == 429)
        #expect(bench.send("DELETE", "/_simulator/faults").status == 200)
        #expect(bench.confirm(id).status == 200)
    }

    @Test func aPathIsWholeUnlessItHasAStar() {
        let bench = Bench()
        bench.fault(["fault": "lock_timeout", "path": "/v1/payment_intents"])
        #expect(bench.create().status == 429)
        #expect(bench.intent("pi_nope").status == 404)
    }

    @Test func afterAndTimesCountMatchingRequests() {
        let bench = Bench()
        bench.fault(["fault": "lock_timeout", "method": "POST", "after": 2, "times": 2])
        let statuses = (0..<6).map { _ in
            _ = bench.get("/v1/payment_intents")
            return bench.create().status
        }
        #expect(statuses == [200, 200, 429, 429, 200, 200])
        let listed = bench.control(get: "faults")
        #expect(listed["faults.0.applied"] == 2)
        #expect(listed["faults.0.fault"] == "lock_timeout")
    }

    @Test func theFirstFaultWhoseTurnItIsWins() {
        let bench = Bench()
        bench.fault(["fault": "rate_limit", "times": 1])
        bench.fault(["fault": "lock_timeout", "times": 1])
        #expect(bench.create().code == "rate_limit")
        #expect(bench.create().code == "lock_timeout")
        #expect(bench.create().status == 200)
    }

    @Test func probabilityIsDrawnFromTheSeed() {
        func statuses(_ seed: UInt64) -> [Int] {
            let bench = Bench(seed: seed)
            bench.fault(["fault": "lock_timeout", "probability": Bench.decimal("0.25")])
            return (0..<400).map { _ in bench.create().status }
        }
        let first = statuses(1)
        #expect(first == statuses(1))
        #expect(first != statuses(2))
        #expect((60...140).contains(first.filter { $0 == 429 }.count))
    }

    @Test func faultsLeaveControlCallsAlone() {
        let bench = Bench()
        bench.fault(["fault": "drop_before"])
        #expect(bench.control(get: "faults").answer.delivery == .whole)
    }

    static let wrong: [JSONValue] = [
        [:], ["fault": "wat"], ["fault": "slow"], ["fault": "slow", "seconds": "1"],
        ["fault": "status", "code": 500], ["fault": "status", "executed": true],
        ["fault": "status", "code": 99, "executed": true], ["fault": "truncate"],
        ["fault": "drop_after", "time": 1], ["fault": "drop_after", "seconds": 1],
        ["fault": "drop_after", "times": 0], ["fault": "drop_after", "probability": 2],
        ["fault": "drop_after", "after": -1],
    ]

    @Test(arguments: wrong)
    func aMisspeltFaultIsRefused(body: JSONValue) {
        let bench = Bench()
        #expect(bench.control("faults", body).status == 400)
        #expect(bench.control(get: "faults")["faults"] == [])
    }
}
