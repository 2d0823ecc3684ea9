import JSON
import Testing

@testable import StripeSimulator

/// What a page in a browser gets: the script, leave to call, and the challenge.
@Suite struct BrowserTests {
    private let card = "pm_card_authenticationRequired"

    private func settle(
        _ bench: Bench,
        _ intent: String,
        _ secret: String?,
        _ outcome: String? = nil
    ) -> Reading {
        var body: JSONObject = [:]
        body["client_secret"] = secret.map(JSONValue.string)
        body["outcome"] = outcome.map(JSONValue.string)
        let text = String(decoding: JSONValue.object(body).encoded(), as: UTF8.self)
        return bench.send("POST", "/v3/challenges/\(intent)", text, as: nil)
    }

    private func asked(_ bench: Bench, _ card: String) -> (id: String, secret: String?) {
        let asked = bench.pay(card, "use_stripe_sdk=true")
        return (asked.id, asked["client_secret"]?.string)
    }

    @Test(arguments: ["/v3", "/v3/"])
    func theScriptIsServedToEveryPage(path: String) {
        let script = Bench().send("GET", path, as: nil)
        #expect(script.status == 200)
        #expect(script.answer[header: "Content-Type"] == "text/javascript; charset=utf-8")
        #expect(script.answer[header: "Access-Control-Allow-Origin"] == "*")
        #expect(script.text.contains("window.Stripe = "))
    }

    @Test func pagesMayCallWhatAppsCallAndNoControl() {
        let bench = Bench()
        let leave = bench.send("OPTIONS", "/v1/payment_methods", as: nil)
        #expect(leave.status == 200)
        #expect(leave.answer[header: "Access-Control-Allow-Headers"]?.contains("Auth") == true)
        let refused = bench.post("/v1/payment_methods", "type=card", as: "Bearer pk_test_1")
        #expect(refused.status == 400)
        #expect(refused.answer[header: "Access-Control-Allow-Origin"] == "*")
        for control in [bench.control(get: "book"), bench.send("OPTIONS", "/_simulator/reset")] {
            #expect(control.answer[header: "Access-Control-Allow-Origin"] == nil)
        }
        // Asking for leave is no arrival at Stripe.
        #expect(bench.requests().count == 1)
    }

    @Test func theCustomerPassesTheChallengeAndTheServerConfirms() {
        let bench = Bench()
        let (id, secret) = asked(bench, card)
        #expect(settle(bench, id, secret).json["status"] == "requires_action")
        let passed = settle(bench, id, secret, "success")
        #expect(passed.json["status"] == "requires_confirmation")
        #expect(bench.book.isEmpty)
        #expect(bench.confirm(id).state == "succeeded")
        #expect(bench.book.count == 1)
    }

    @Test(arguments: ["failure", "cancel"])
    func theCustomerDoesNotPass(outcome: String) {
        let bench = Bench()
        let (id, secret) = asked(bench, card)
        #expect(settle(bench, id, secret, outcome).json["status"] == "requires_payment_method")
        let after = bench.get("/v1/payment_intents/\(id)")
        #expect(after["last_payment_error.code"] == "payment_intent_authentication_failure")
    }

    @Test func aBankThatKnowsTheBrowserShowsNothing() throws {
        let bench = Bench()
        let frictionless = try #require(TestCards.all.first { $0.authentication == .frictionless })
        let (id, secret) = asked(bench, bench.method(frictionless.number))
        #expect(settle(bench, id, secret).json["status"] == "requires_confirmation")
    }

    @Test func onlyWhoHasTheSecretMaySettleAndOnlyOnce() {
        let bench = Bench()
        let (id, secret) = asked(bench, card)
        for wrong in [nil, "\(id)_secret_0"] {
            #expect(settle(bench, id, wrong, "success").status == 404)
        }
        #expect(settle(bench, "pi_0", secret, "success").status == 404)
        #expect(settle(bench, id, secret, "perhaps").status == 400)
        #expect(settle(bench, id, secret, "success").status == 200)
        #expect(settle(bench, id, secret, "failure").status == 409)
        #expect(bench.get("/v1/payment_intents/\(id)").state == "requires_confirmation")
    }

    @Test func whatWasSettledOutlivesTheProcess() throws {
        let journal = MemoryJournal()
        let first = try Bench(seed: 1, journal: journal)
        let (id, secret) = asked(first, card)
        #expect(settle(first, id, secret, "success").status == 200)
        let second = try Bench(seed: 2, journal: journal)
        #expect(second.get("/v1/payment_intents/\(id)").state == "requires_confirmation")
        #expect(second.confirm(id).state == "succeeded")
    }
}
