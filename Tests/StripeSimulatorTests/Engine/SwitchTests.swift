import JSON
import Testing

@testable import StripeSimulator

/// What is not settled about Stripe, one way and the other.
@Suite struct SwitchTests {
    private let bench = Bench()

    /// Refusals whose sentence is a guess, and one whose sentence is known.
    private func refusals(_ bench: Bench) -> [(reading: Reading, isCertain: Bool)] {
        let captured = bench.intent(in: "requires_capture")
        let canceled = bench.intent(in: "canceled")
        let processing = bench.intent(in: "processing")
        let customer = bench.customer()
        let paid = bench.intent(in: "succeeded")
        return [
            (bench.confirm(captured), false), (bench.confirm(canceled), false),
            (bench.confirm(processing), false),
            (bench.post("/v1/payment_intents", "amount=1400&currency=xxx"), false),
            (bench.post("/v1/payment_intents", "amount=100000000&currency=usd"), false),
            (bench.post("/v1/ephemeral_keys", "customer=\(customer)"), false),
            (bench.confirm(paid), true),
        ]
    }

    @Test func nothingButTheWordsOfGuessesChanges() {
        let recorded = refusals(bench)
        let other = Bench()
        other.control("switches", ["uncertain_texts": "changed"])
        for (before, after) in zip(recorded, refusals(other)) {
            #expect(before.reading.status == after.reading.status)
            #expect(before.reading.code == after.reading.code)
            #expect(before.reading.kind == after.reading.kind)
            #expect(before.reading.state == after.reading.state)
            #expect((before.reading.message == after.reading.message) == before.isCertain)
        }
    }

    @Test(arguments: ["fraudulent", "generic_decline"])
    func aBlockIsCalledOneWayOrTheOther(code: String) {
        bench.control("switches", ["blocked_decline_code": .string(code)])
        let refused = bench.pay("pm_card_radarBlock")
        #expect(refused["error.decline_code"]?.string == code)
        let charge = bench.get("/v1/charges/\(refused["error.charge"]?.string ?? "")")
        #expect(charge["outcome.type"] == "blocked")
        #expect(charge["outcome.reason"] == "highest_risk_level")
    }

    @Test func aSessionLivesAsLongAsItIsTold() {
        bench.control("switches", ["session_seconds": 60])
        let form = "customer=\(bench.customer())&components[buy_button][enabled]=true"
        let made = bench.post("/v1/customer_sessions", form)
        #expect(made["expires_at"]?.int64 == bench.now + 60)
    }

    /// What is listed can be sent back as it is.
    @Test func theListOfSwitchesIsAWayToSetThem() {
        let listed = bench.control(get: "switches")
        #expect(bench.control("switches", listed.json).json == listed.json)
        let others: JSONValue = [
            "lapsed_attempt_code": "payment_intent_authentication_failure",
            "confirm_in_requires_action": "refuse", "confirm_limit": 5,
            "authentication_required_charge": true, "minimum_amount": false,
            "in_use_type": "idempotency_error", "attempt_seconds": 60,
            "uncertain_texts": "changed", "blocked_decline_code": "generic_decline",
            "session_seconds": 60, "refund_seconds": 5, "accounts_v2": true,
            "requests_per_second": 25, "updates_per_hour": 10,
        ]
        #expect(bench.control("switches", others).json == others)
        #expect(listed.json.object?.keys == others.object?.keys)
        for (name, value) in listed.json.object ?? JSONObject() {
            #expect(others[name] != value, "\(name) has only one side here")
        }
    }
}
