import JSON
import Testing

@testable import StripeSimulator

/// What a second run knows of the first.
@Suite struct RestartTests {
    private let journal = MemoryJournal()

    private func start(_ seed: UInt64, at seconds: Int64 = 1_790_000_000) throws -> Bench {
        try Bench(seed: seed, journal: journal, at: seconds)
    }

    /// All that can be asked of a simulator, as text.
    private func everything(_ bench: Bench) -> [String] {
        let intents = bench.get("/v1/payment_intents?limit=100&expand[]=data.payment_method")
        let charges = bench.get("/v1/charges?limit=100")
        #expect(intents["has_more"] == false)
        let others = ["customers", "refunds", "events"].map { bench.get("/v1/\($0)?limit=100") }
        let wallets = bench.get("/v1/customers").ids.map { customer in
            bench.get("/v1/customers/\(customer)/payment_methods")
        }
        return ([intents, charges, bench.control(get: "book")] + others + wallets).map(\.text)
    }

    @Test func everyObjectIsThereToTheByte() throws {
        let first = try start(1)
        for status in [
            "requires_payment_method", "requires_confirmation", "requires_action",
            "requires_capture", "succeeded", "canceled", "a_word_of_tomorrow",
        ] {
            _ = first.intent(in: status)
            first.wait(3)
        }
        let challenge = first.pay("pm_card_authenticationRequired", "return_url=https://a.example")
        first.authenticate(challenge.id)
        let failed = first.pay("pm_card_authenticationRequired")
        first.authenticate(failed.id, "failure")
        _ = first.pay("pm_card_visa_chargeDeclined", "metadata[order]=%C3%A9%26%22")
        _ = first.pay(first.method("5555555555554444"))
        let held = first.pay("pm_card_visa", "capture_method=manual").id
        _ = first.post("/v1/payment_intents/\(held)/capture", "amount_to_capture=500")
        _ = first.post("/v1/payment_intents/\(first.create().id)", "amount=2000&description=x")
        let before = everything(first)
        let second = try start(2, at: first.now)
        #expect(everything(second) == before)
        #expect(second.engine.account.id == first.engine.account.id)
        // And on it goes.
        #expect(second.confirm(challenge.id).state == "succeeded")
        #expect(second.confirm(failed.id, "payment_method=pm_card_visa").state == "succeeded")
        #expect(everything(try start(3, at: second.now)) == everything(second))
    }

    @Test func customersCardsRefundsAndTokensAreThereToo() throws {
        let first = try start(1)
        let customer = first.customer()
        let kept = first.saved(to: customer)
        let usage = "customer=\(customer)&setup_future_usage=off_session"
        let asked = first.pay("pm_card_authenticationRequiredOnSetup", usage)
        first.authenticate(asked.id)
        let saved = first.confirm(asked.id)["payment_method"]?.string ?? ""
        _ = first.post("/v1/payment_methods/\(first.saved(to: customer))/detach")
        _ = first.post("/v1/customers/\(customer)", "name=A&metadata[a]=1")
        _ = first.send("DELETE", "/v1/customers/\(first.customer())")
        _ = first.post("/v1/refunds", "payment_intent=\(asked.id)&amount=100")
        let pending = first.pay("pm_card_pendingRefund").id
        let refund = first.post("/v1/refunds", "payment_intent=\(pending)").id
        let used = first.post("/v1/tokens", "cvc_update[cvc]=123").id
        let option = "customer=\(customer)&payment_method_options[card][cvc_token]"
        _ = first.pay(kept, "\(option)=\(used)")
        let fresh = first.post("/v1/tokens", "cvc_update[cvc]=123").id
        let key = first.send(
            "POST",
            "/v1/ephemeral_keys",
            "customer=\(customer)",
            version: "2020-08-27"
        )
        first.wait(60)
        // Time does its part when somebody looks, with the same events as by a start.
        let before = everything(first)
        let second = try start(2, at: first.now)
        #expect(everything(second) == before)
        #expect(second.get("/v1/refunds/\(refund)")["status"] == "succeeded")
        let later = "customer=\(customer)&off_session=true"
        #expect(second.pay(saved, later).state == "succeeded")
        #expect(second.pay(kept, "\(option)=\(used)").code == "token_already_used")
        #expect(second.pay(kept, "\(option)=\(fresh)").state == "succeeded")
        #expect(second.send("DELETE", "/v1/ephemeral_keys/\(key.id)").status == 200)
        #expect(everything(try start(3, at: second.now)) == everything(second))
    }

    @Test func eventsAreTheSameWhoeverLookedFirst() throws {
        let first = try start(1)
        _ = first.pay("pm_card_visa", "capture_method=manual")
        _ = first.pay("pm_card_authenticationRequired")
        first.wait(4000)
        _ = first.get("/v1/charges")
        first.wait(8 * 86_400)
        let last = first.create()
        let events = first.get("/v1/events")
        let second = try start(2, at: first.now)
        #expect(second.get("/v1/events").text == events.text)
        #expect(second.intent(last.id).text == last.text)
    }

    @Test func keysReplayTheirAnswers() throws {
        let first = try start(1)
        let paid = first.pay("pm_card_visa", key: "paid")
        let declined = first.pay("pm_card_visa_chargeDeclined", key: "declined")
        let refused = first.confirm(paid.id, key: "refused")
        first.fault(["fault": "status", "code": 500, "executed": true, "times": 1])
        let failed = first.pay("pm_card_visa", key: "failed")
        first.fault(["fault": "odd_fields", "times": 1])
        let odd = first.pay("pm_card_visa", key: "odd")
        first.fault(["fault": "slow", "seconds": 60, "times": 1])
        let slow = first.pay("pm_card_visa", key: "slow")
        #expect(slow.answer.execution != nil)
        #expect(first.create("wat=1", key: "invalid").status == 400)
        let second = try start(2)
        for (key, card, answer) in [
            ("paid", "visa", paid), ("declined", "visa_chargeDeclined", declined),
            ("failed", "visa", failed), ("odd", "visa", odd), ("slow", "visa", slow),
        ] {
            let replay = second.pay("pm_card_\(card)", key: key)
            #expect(replay.answer.body == answer.answer.body, "\(key)")
            #expect(replay.status == answer.status)
            #expect(replay.header("Idempotent-Replayed") == "true")
            #expect(replay.header("Original-Request") == answer.header("Request-Id"))
        }
        #expect(second.confirm(paid.id, key: "refused").answer.body == refused.answer.body)
        #expect(second.create("x=1", key: "paid").kind == "idempotency_error")
        #expect(second.create(key: "invalid").status == 200)
        #expect(second.book.count == 4)
    }

    @Test func forgottenKeysStayForgotten() throws {
        let first = try start(1)
        _ = first.pay("pm_card_visa", key: "K1")
        first.control("keys/prune", ["force": true])
        let again = try start(2).pay("pm_card_visa", key: "K1")
        #expect(again.header("Idempotent-Replayed") == nil)
    }

    @Test func theClockGoesOnFromWhereItWasPut() throws {
        let first = try start(1)
        first.advance(5000)
        let made = first.create()
        let second = try start(2, at: 1_790_000_010)
        #expect(second.create()["created"]?.int64 == 1_790_005_010)
        #expect(second.intent(made.id)["created"]?.int64 == 1_790_005_000)
        // A machine whose clock went back does not take the simulator's time with it.
        #expect(try start(3, at: 1_000_000_000).create()["created"]?.int64 == 1_790_005_010)
    }

    @Test func theHourPassesWhileNothingRuns() throws {
        let first = try start(1)
        let lapsing = first.pay("pm_card_authenticationRequired").id
        first.wait(3000)
        let waiting = first.pay("pm_card_authenticationRequired").id
        let second = try start(2, at: first.now + 700)
        #expect(second.intent(lapsing).state == "requires_payment_method")
        #expect(second.intent(waiting).state == "requires_action")
    }

    @Test func aHoldEndsWhenItEndsAndNotWhenSomebodyLooks() throws {
        let first = try start(1)
        let id = first.pay("pm_card_visa", "capture_method=manual").id
        let end = first.now + 7 * 86_400
        let second = try start(2, at: end + 1000)
        #expect(second.intent(id)["canceled_at"]?.int64 == end)
        #expect(try start(3, at: end + 5000).intent(id)["canceled_at"]?.int64 == end)
    }

    @Test func switchesStay() throws {
        let first = try start(1)
        first.control("switches", ["confirm_in_requires_action": "refuse"])
        let id = first.pay("pm_card_authenticationRequired").id
        #expect(first.confirm(id).status == 400)
        let second = try start(2)
        #expect(second.control(get: "switches")["confirm_in_requires_action"] == "refuse")
        #expect(second.confirm(id).status == 400)
        second.control("switches", ["confirm_in_requires_action": "restart"])
        #expect(try start(3).confirm(id).state == "requires_action")
    }

    @Test func aCardKeepsItsFingerprint() throws {
        let path = "payment_method.card.fingerprint"
        let expand = "expand[]=payment_method"
        let first = try start(1)
        let seen = first.pay("pm_card_visa", expand)[path]?.string
        #expect(seen != nil)
        #expect(first.pay(first.method("4242424242424242"), expand)[path]?.string == seen)
        let second = try start(2)
        #expect(second.pay("pm_card_visa", expand)[path]?.string == seen)
        #expect(second.pay("pm_card_mastercard", expand)[path]?.string != seen)
        second.control("reset")
        #expect(second.pay("pm_card_visa", expand)[path]?.string != seen)
    }

    @Test func idsNeverRepeat() throws {
        var seen: Set<String> = []
        for run in 1...4 as ClosedRange<UInt64> {
            let bench = try start(run)
            for _ in 0..<5 {
                // Also ids of answers that nothing was written down about.
                for answer in [bench.create(), bench.get("/v1/charges"), bench.create("wat=1")] {
                    let id = answer.header("Request-Id") ?? ""
                    #expect(seen.insert(id).inserted, "\(id)")
                }
                #expect(seen.insert(bench.pay("pm_card_visa").id).inserted)
            }
        }
    }

    @Test func aResetLeavesNothing() throws {
        let first = try start(1)
        let id = first.pay("pm_card_visa", key: "K1").id
        first.control("switches", ["minimum_amount": false])
        first.control("reset")
        #expect(journal.lines.count == 1)
        let second = try start(2)
        #expect(second.engine.account.id == first.engine.account.id)
        #expect(second.intent(id).status == 404)
        #expect(second.book.isEmpty)
        #expect(second.control(get: "switches")["minimum_amount"] == false)
        #expect(second.pay("pm_card_visa", key: "K1").header("Idempotent-Replayed") == nil)
    }

    @Test func onlyChangesAreWrittenDown() throws {
        let bench = try start(1)
        let id = bench.pay("pm_card_visa", key: "K1").id
        let count = journal.lines.count
        _ = bench.pay("pm_card_visa", key: "K1")
        _ = bench.intent(id)
        _ = bench.get("/v1/charges")
        _ = bench.get("/v1/payment_methods/pm_nope")
        _ = bench.create("wat=1")
        _ = bench.post("/v1/payment_intents", Bench.manual, as: "Bearer sk_live_x")
        bench.fault(["fault": "drop_before", "times": 1])
        _ = bench.create()
        _ = bench.book
        #expect(journal.lines.count == count + 1)
        _ = bench.get("/v1/payment_methods/pm_card_visa")
        #expect(journal.lines.count == count + 2)
    }

    @Test func noKeyOfTheAccountIsWrittenDown() throws {
        let bench = try start(1)
        let id = bench.post("/v1/payment_intents", Bench.automatic, as: "Bearer sk_test_SECRET").id
        let secret = bench.intent(id)["client_secret"]?.string ?? ""
        let form = "client_secret=\(secret)&payment_method=pm_card_visa"
        let path = "/v1/payment_intents/\(id)/confirm"
        #expect(bench.post(path, form, key: "K1", as: "Bearer pk_test_SECRET").status == 200)
        let text = journal.lines.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(text.contains("K1"))
        #expect(!text.contains("SECRET"))
        // The app's answer is a shorter one, and stays so.
        let replay = try start(2).post(path, form, key: "K1", as: "Bearer pk_test_SECRET")
        #expect(replay.header("Idempotent-Replayed") == "true")
        #expect(replay["metadata"] == nil)
    }
}
