import JSON
import Testing

@testable import StripeSimulator

@Suite struct ControlTests {
    @Test func aResetIsANewAccountWithNewIDs() {
        let bench = Bench()
        let old = bench.pay("pm_card_visa", key: "K1")
        bench.fault(["fault": "lock_timeout", "path": "/v1/wat"])
        bench.advance(1000)
        #expect(bench.control("reset").status == 200)
        #expect(bench.intent(old.id).status == 404)
        #expect(bench.book.isEmpty)
        #expect(bench.requests().map { $0["path"] } == [.string("/v1/payment_intents/\(old.id)")])
        #expect(bench.control(get: "faults")["faults"] == [])
        let new = bench.pay("pm_card_visa", key: "K1")
        #expect(new.header("Idempotent-Replayed") == nil)
        #expect(new.id != old.id)
        #expect(new["created"]?.int64 == 1_790_000_000)
    }

    @Test func theClockMovesDateAndCreated() {
        let bench = Bench()
        bench.advance(90)
        let created = bench.create()
        #expect(created["created"]?.int64 == 1_790_000_090)
        #expect(created.header("Date") == "Mon, 21 Sep 2026 14:14:50 GMT")
        #expect(bench.control("clock", ["advance": -1]).status == 400)
        #expect(bench.control("clock").status == 400)
        bench.wait(-500)
        #expect(bench.create()["created"]?.int64 == 1_790_000_090)
    }

    @Test func theLogTellsEachArrival() {
        let bench = Bench()
        let id = bench.create(key: "K1").id
        _ = bench.create(key: "K1")
        _ = bench.create("wat=1")
        _ = bench.confirm(id, "payment_method=pm_card_visa_chargeDeclined")
        _ = bench.get("/v1/payment_intents?limit=1")
        let log = bench.requests()
        #expect(log.map { $0["seq"] } == [1, 2, 3, 4, 5])
        #expect(
            log.map { $0["outcome"] } == [
                "executed", "replayed", "refused", "executed", "executed",
            ]
        )
        #expect(log.map { $0["status"] } == [200, 200, 400, 402, 200])
        #expect(log[0]["method"] == "POST")
        #expect(log[0]["path"] == "/v1/payment_intents")
        #expect(log[0]["idempotency_key"] == "K1")
        #expect(log[0]["body"] == .string(Bench.manual))
        #expect(log[0]["at"]?.int64 == bench.now)
        #expect(log[2]["idempotency_key"] == .null)
        #expect(log[4]["query"] == "limit=1")
        #expect(bench.requests(since: 3).map { $0["seq"] } == [4, 5])
        #expect(bench.requests(since: 99).isEmpty)
        #expect(bench.control(get: "requests?from=1").status == 400)
    }

    @Test func theLogIsBounded() {
        var log = RequestLog()
        for _ in 0..<(RequestLog.limit + RequestLog.limit / 4 + 10) {
            log.append { sequence in
                RequestEntry(
                    sequence: sequence,
                    at: 0,
                    method: "GET",
                    path: "/v1/",
                    query: nil,
                    idempotencyKey: nil,
                    body: [],
                    outcome: .refused,
                    status: 404
                )
            }
        }
        let kept = log.entries(after: 0)
        #expect(kept.count == RequestLog.limit + 10)
        #expect(kept.last?.sequence == log.latest)
        #expect(
            log.entries(after: log.latest - 3).map(\.sequence) == Array(log.latest - 2...log.latest)
        )
    }

    @Test func theBookHoldsMovedMoneyOnly() {
        let bench = Bench()
        _ = bench.pay("pm_card_visa_chargeDeclined")
        _ = bench.pay("pm_card_authenticationRequired")
        _ = bench.pay("pm_card_visa", "capture_method=manual")
        #expect(bench.book.isEmpty)
        let id = bench.pay("pm_card_visa", "metadata[order]=7").id
        #expect(
            bench.book == [
                [
                    "payment_intent": .string(id), "amount": 1400, "currency": "usd",
                    "metadata": ["order": "7"], "at": JSONValue(bench.now), "refunded": 0,
                ]
            ]
        )
    }

    @Test func fieldsAreForced() {
        let bench = Bench()
        let id = bench.pay("pm_card_visa").id
        let path = "payment_intents/\(id)"
        let forced = bench.control(
            path,
            [
                "status": "processing", "amount": 5, "currency": "eur", "amount_received": 4,
                "livemode": true, "metadata": ["a": "b"], "cvc_check": "fail",
            ]
        )
        #expect(forced.status == 200)
        let read = bench.get("/v1/payment_intents/\(id)?expand[]=latest_charge")
        #expect(read["status"] == "processing")
        #expect(read["amount"] == 5)
        #expect(read["currency"] == "eur")
        #expect(read["amount_received"] == 4)
        #expect(read["livemode"] == true)
        #expect(read["metadata"] == ["a": "b"])
        let check = "latest_charge.payment_method_details.card.checks.cvc_check"
        #expect(read[check] == "fail")
        #expect(bench.book.map { $0["amount"] } == [1400])
        #expect(bench.control(path, ["state": "x"]).status == 400)
        #expect(bench.control(path, ["amount": "5"]).status == 400)
        #expect(bench.control("payment_intents/pi_nope", [:]).status == 404)
    }

    @Test func aForcedStatusOutlivesTheHour() {
        let bench = Bench()
        let id = bench.pay("pm_card_authenticationRequired").id
        bench.control("payment_intents/\(id)", ["status": "succeeded"])
        bench.advance(3601)
        #expect(bench.intent(id).state == "succeeded")
    }

    @Test func aCVCCheckIsForcedForTheChargeToCome() {
        let bench = Bench()
        let id = bench.create("payment_method=pm_card_visa").id
        bench.control("payment_intents/\(id)", ["cvc_check": "unavailable"])
        let paid = bench.confirm(id, "expand[]=latest_charge")
        let check = "latest_charge.payment_method_details.card.checks.cvc_check"
        #expect(paid[check] == "unavailable")
    }

    @Test func switchesAreListedAndChecked() {
        let bench = Bench()
        #expect(bench.control(get: "switches")["confirm_in_requires_action"] == "restart")
        for wrong: JSONValue in [
            ["wat": 1], ["confirm_limit": -1], ["lapsed_attempt_code": "x"],
            ["confirm_limit": 3, "minimum_amount": "no"],
        ] {
            #expect(bench.control("switches", wrong).status == 400)
        }
        #expect(bench.control(get: "switches")["confirm_limit"] == 0)
        #expect(bench.control("switches", ["attempt_seconds": 60])["attempt_seconds"] == 60)
        let id = bench.pay("pm_card_authenticationRequired").id
        bench.advance(61)
        #expect(bench.intent(id).state == "requires_payment_method")
    }

    @Test func unknownControlCallsAre404AndBadJSONIs400() {
        let bench = Bench()
        #expect(bench.control("wat").status == 404)
        #expect(bench.control(get: "reset").status == 404)
        #expect(bench.send("POST", "/_simulator/clock", "{").status == 400)
        #expect(bench.send("POST", "/_simulator/clock", "[]").status == 400)
    }
}
