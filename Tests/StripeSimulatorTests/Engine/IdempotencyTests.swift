import JSON
import Testing

@testable import StripeSimulator

/// OP07: the rules of https://docs.stripe.com/api/idempotent_requests
@Suite struct IdempotencyTests {
    private func expectReplay(_ second: Reading, of first: Reading) {
        #expect(second.status == first.status)
        #expect(second.answer.body == first.answer.body)
        #expect(second.header("Idempotent-Replayed") == "true")
        #expect(second.header("Original-Request") == first.header("Request-Id"))
        #expect(second.header("Request-Id") != first.header("Request-Id"))
    }

    @Test func aSuccessIsReplayedToTheByte() {
        let bench = Bench()
        let first = bench.pay("pm_card_visa", key: "K1")
        #expect(first.status == 200)
        #expect(first.header("Idempotent-Replayed") == nil)
        #expect(first.header("Original-Request") == first.header("Request-Id"))
        expectReplay(bench.pay("pm_card_visa", key: "K1"), of: first)
        #expect(bench.book.count == 1)
    }

    @Test func aDeclineIsReplayed() {
        let bench = Bench()
        let first = bench.pay("pm_card_visa_chargeDeclined", key: "K1")
        #expect(first.status == 402)
        expectReplay(bench.pay("pm_card_visa_chargeDeclined", key: "K1"), of: first)
    }

    @Test func anExecuted500IsReplayed() {
        let bench = Bench()
        bench.fault(["fault": "status", "code": 500, "executed": true, "times": 1])
        let first = bench.pay("pm_card_visa", key: "K1")
        #expect(first.status == 500)
        #expect(first.kind == "api_error")
        expectReplay(bench.pay("pm_card_visa", key: "K1"), of: first)
        // The charge was made behind the error, once.
        #expect(bench.book.count == 1)
    }

    @Test func anUnexecuted500IsNot() {
        let bench = Bench()
        bench.fault(["fault": "status", "code": 500, "executed": false, "times": 1])
        #expect(bench.pay("pm_card_visa", key: "K1").status == 500)
        #expect(bench.book.isEmpty)
        let second = bench.pay("pm_card_visa", key: "K1")
        #expect(second.status == 200)
        #expect(second.header("Idempotent-Replayed") == nil)
    }

    @Test func aRefusalByTheEndpointIsReplayed() {
        let bench = Bench()
        let id = bench.intent(in: "succeeded")
        let first = bench.confirm(id, key: "K1")
        #expect(first.code == "payment_intent_unexpected_state")
        expectReplay(bench.confirm(id, key: "K1"), of: first)
    }

    @Test func theReplayIsOldWhereTheIntentMovedOn() {
        let bench = Bench()
        let first = bench.pay("pm_card_authenticationRequired", key: "K1")
        bench.authenticate(first.id)
        #expect(bench.intent(first.id).state == "requires_confirmation")
        #expect(bench.pay("pm_card_authenticationRequired", key: "K1").state == "requires_action")
    }

    /// What stops a request before its endpoint leaves the key free.
    @Test func whatIsNotExecutedIsNotRemembered() {
        let bench = Bench()
        let invalid = bench.create("wat=1", key: "K1")
        #expect(invalid.code == "parameter_unknown")
        #expect(invalid.header("Original-Request") == nil)
        #expect(bench.post("/v1/payment_intents", Bench.manual, key: "K1", as: nil).status == 401)
        bench.fault(["fault": "rate_limit", "times": 1])
        #expect(bench.create(key: "K1").status == 429)
        bench.fault(["fault": "lock_timeout", "times": 1])
        #expect(bench.create(key: "K1").status == 429)
        bench.fault(["fault": "in_use", "times": 1])
        #expect(bench.create(key: "K1").status == 409)
        let good = bench.create(key: "K1")
        #expect(good.status == 200)
        #expect(good.header("Idempotent-Replayed") == nil)
    }

    @Test func aMissingIntentIsNotRemembered() {
        let bench = Bench()
        let missing = bench.confirm("pi_nope", key: "K1")
        #expect(missing.status == 404)
        #expect(missing.header("Original-Request") == nil)
        #expect(missing.header("Stripe-Should-Retry") == nil)
        #expect(bench.confirm("pi_nope", key: "K1").header("Idempotent-Replayed") == nil)
    }

    @Test func otherParametersAreRefused() {
        let bench = Bench()
        _ = bench.create(key: "K1")
        let other = bench.create("description=other", key: "K1")
        #expect(other.status == 400)
        #expect(other.kind == "idempotency_error")
        #expect(other.code == nil)
        #expect(
            other.message == "Keys for idempotent requests can only be used with the same "
                + "parameters they were first used with. Try using a key other than 'K1' if you "
                + "meant to execute a different request."
        )
    }

    @Test func theOrderOfParametersDoesNotCount() {
        let bench = Bench()
        let first = bench.post("/v1/payment_intents", "amount=1400&currency=usd", key: "K1")
        let second = bench.post("/v1/payment_intents", "currency=usd&amount=1400", key: "K1")
        expectReplay(second, of: first)
    }

    @Test func anotherEndpointIsRefused() {
        let bench = Bench()
        let id = bench.create(key: "K1").id
        let other = bench.confirm(id, key: "K1")
        #expect(other.status == 400)
        #expect(other.kind == "idempotency_error")
        #expect(
            other.message.contains(
                "('/v1/payment_intents' vs '/v1/payment_intents/\(id)/confirm')"
            )
        )
    }

    @Test(arguments: ["invalid_request_error", "idempotency_error"])
    func whileTheFirstIsRunningTheSecondIs409(kind: String) throws {
        let bench = Bench()
        bench.control("switches", ["in_use_type": .string(kind)])
        bench.fault(["fault": "slow", "seconds": 5, "times": 1])
        let first = bench.pay("pm_card_visa", key: "K1")
        #expect(first.answer.delay == .seconds(5))
        let second = bench.pay("pm_card_visa", key: "K1")
        #expect(second.status == 409)
        #expect(second.code == "idempotency_key_in_use")
        #expect(second.kind == kind)
        // Executed at once: others see the result.
        #expect(bench.book.count == 1)
        bench.engine.finish(try #require(first.answer.execution))
        expectReplay(bench.pay("pm_card_visa", key: "K1"), of: first)
        #expect(bench.book.count == 1)
    }

    @Test func aRunningKeyComparesParametersFirst() {
        let bench = Bench()
        bench.fault(["fault": "slow", "seconds": 5, "times": 1])
        _ = bench.create(key: "K1")
        #expect(bench.create("description=x", key: "K1").kind == "idempotency_error")
    }

    @Test func whatFinishesAfterAResetIsForgotten() throws {
        let bench = Bench()
        bench.fault(["fault": "slow", "seconds": 5, "times": 1])
        let first = bench.create(key: "K1")
        bench.control("reset")
        bench.engine.finish(try #require(first.answer.execution))
        let second = bench.create(key: "K1")
        #expect(second.header("Idempotent-Replayed") == nil)
        #expect(second.id != first.id)
    }

    @Test func withoutAKeyEachRequestIsExecuted() {
        let bench = Bench()
        let ids = [bench.pay("pm_card_visa").id, bench.pay("pm_card_visa").id]
        #expect(Set(ids).count == 2)
        #expect(bench.book.count == 2)
    }

    @Test func keysAreForgottenFrom24HoursOnWhenPruned() {
        let bench = Bench()
        let first = bench.create(key: "K1")
        bench.advance(24 * 3600 - 1)
        #expect(bench.control("keys/prune")["pruned"] == 0)
        expectReplay(bench.create(key: "K1"), of: first)
        bench.advance(1)
        // Stripe may forget; it need not, and so only the call forgets.
        expectReplay(bench.create(key: "K1"), of: first)
        #expect(bench.control("keys/prune")["pruned"] == 1)
        #expect(bench.create(key: "K1").id != first.id)
        #expect(bench.control("keys/prune", ["force": true])["pruned"] == 1)
    }

    @Test func aRunningKeyIsNeverPruned() {
        let bench = Bench()
        bench.fault(["fault": "slow", "seconds": 5, "times": 1])
        _ = bench.create(key: "K1")
        #expect(bench.control("keys/prune", ["force": true])["pruned"] == 0)
        #expect(bench.create(key: "K1").status == 409)
    }

    @Test func aKeyHas255Characters() {
        let bench = Bench()
        #expect(bench.create(key: String(repeating: "k", count: 255)).status == 200)
        #expect(bench.create(key: String(repeating: "k", count: 256)).status == 400)
    }

    @Test func keysMeanNothingForGet() {
        let bench = Bench()
        let id = bench.create(key: "K1").id
        let read = bench.send("GET", "/v1/payment_intents/\(id)", key: "K1")
        #expect(read.status == 200)
        #expect(read.header("Idempotent-Replayed") == nil)
        #expect(read.header("Idempotency-Key") == nil)
    }

    @Test func headersAreThoseOfStripe() {
        let bench = Bench()
        let created = bench.create(key: "K1")
        #expect(created.header("Request-Id")?.hasPrefix("req_") == true)
        #expect(created.header("Stripe-Version") == "2026-05-27.dahlia")
        #expect(created.header("Idempotency-Key") == "K1")
        #expect(created.header("Stripe-Should-Retry") == "false")
        #expect(created.header("Content-Type") == "application/json")
        #expect(created.header("Cache-Control") == "no-cache, no-store")
        #expect(created.header("Date") == "Mon, 21 Sep 2026 14:13:20 GMT")
        let read = bench.intent(created.id)
        #expect(read.header("Stripe-Should-Retry") == nil)
        #expect(read.header("Original-Request") == nil)
    }
}
