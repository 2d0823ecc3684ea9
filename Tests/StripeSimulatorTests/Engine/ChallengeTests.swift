import JSON
import Testing

@testable import StripeSimulator

/// 3-D Secure and the hour that a manual attempt lives.
@Suite struct ChallengeTests {
    private let card = "pm_card_authenticationRequired"

    @Test func aManualIntentWaitsForTheServerAfterTheChallenge() {
        let bench = Bench()
        let asked = bench.pay(card, "use_stripe_sdk=true")
        #expect(asked.state == "requires_action")
        #expect(asked["latest_charge"] == .null)
        #expect(asked["payment_method"]?.string?.hasPrefix("pm_1") == true)
        #expect(asked["next_action.type"] == "use_stripe_sdk")
        #expect(asked["next_action.use_stripe_sdk.type"] == "stripe_3ds2_fingerprint")
        let proved = bench.authenticate(asked.id)
        #expect(proved.state == "requires_confirmation")
        #expect(proved["next_action"] == .null)
        #expect(proved["payment_method"] == asked["payment_method"])
        #expect(bench.book.isEmpty)
        let paid = bench.confirm(asked.id, "expand[]=latest_charge")
        #expect(paid.state == "succeeded")
        let secure = "latest_charge.payment_method_details.card.three_d_secure"
        #expect(paid["\(secure).result"] == "authenticated")
        #expect(paid["\(secure).authentication_flow"] == "challenge")
        #expect(bench.book.count == 1)
    }

    @Test func anAutomaticIntentIsChargedByTheChallenge() {
        let bench = Bench()
        let form = Bench.automatic + "&confirm=true&payment_method=\(card)"
        let id = bench.post("/v1/payment_intents", form).id
        #expect(bench.authenticate(id).state == "succeeded")
        #expect(bench.book.count == 1)
    }

    @Test func anAutomaticIntentMayBeDeclinedAfterTheChallenge() {
        let bench = Bench()
        let declined = "pm_card_threeDSecureRequiredChargeDeclined"
        let form = Bench.automatic + "&confirm=true&payment_method=\(declined)"
        let id = bench.post("/v1/payment_intents", form).id
        let after = bench.authenticate(id)
        #expect(after.state == "requires_payment_method")
        #expect(after["last_payment_error.code"] == "card_declined")
    }

    @Test(arguments: [
        ("4000008260003178", "insufficient_funds"), ("4000008400001629", "generic_decline"),
    ])
    func theBankMayDeclineAfterTheChallenge(number: String, declineCode: String) {
        let bench = Bench()
        let id = bench.pay(bench.method(number)).id
        bench.authenticate(id)
        let refused = bench.confirm(id)
        #expect(refused.status == 402)
        #expect(refused["error.decline_code"]?.string == declineCode)
        #expect(refused.state == "requires_payment_method")
    }

    @Test(arguments: ["failure", "cancel"])
    func aFailedChallengeAsksForAnotherMethod(outcome: String) {
        let bench = Bench()
        let method = bench.method("4000002760003184")
        let id = bench.pay(method).id
        let failed = bench.authenticate(id, outcome)
        #expect(failed.state == "requires_payment_method")
        #expect(failed["payment_method"] == .null)
        #expect(failed["next_action"] == .null)
        #expect(failed["last_payment_error.code"] == "payment_intent_authentication_failure")
        #expect(failed["last_payment_error.type"] == "invalid_request_error")
        #expect(failed["last_payment_error.payment_method.id"]?.string == method)
        #expect(bench.confirm(id, "payment_method=\(method)").message.contains("may not be used"))
        #expect(bench.confirm(id, "payment_method=pm_card_visa").state == "succeeded")
        #expect(bench.intent(id)["last_payment_error"] == .null)
    }

    @Test func aChallengeIsOpenOnceOnly() {
        let bench = Bench()
        let id = bench.pay(card).id
        bench.authenticate(id)
        #expect(bench.authenticate(id).status == 409)
        #expect(bench.authenticate(bench.pay(card).id, "maybe").status == 400)
        #expect(bench.authenticate("pi_nope").status == 404)
    }

    @Test func aCanceledIntentIgnoresALateChallenge() {
        let bench = Bench()
        let id = bench.pay(card).id
        _ = bench.post("/v1/payment_intents/\(id)/cancel")
        #expect(bench.authenticate(id).status == 409)
        #expect(bench.intent(id).state == "canceled")
    }

    @Test func aReturnURLRedirects() {
        let bench = Bench()
        let asked = bench.pay(card, "return_url=https://shop.example/back")
        #expect(asked["next_action.type"] == "redirect_to_url")
        let action = "next_action.redirect_to_url"
        #expect(asked["\(action).return_url"] == "https://shop.example/back")
        let url = asked["\(action).url"]?.string ?? ""
        #expect(url.hasPrefix("https://hooks.stripe.com/3d_secure_2/hosted?merchant=acct_"))
        #expect(url.contains("payment_intent=\(asked.id)&"))
        let both = bench.pay(card, "return_url=https://shop.example/back&use_stripe_sdk=true")
        #expect(both["next_action.type"] == "use_stripe_sdk")
    }

    @Test func anotherMethodOnConfirmStartsAnew() {
        let bench = Bench()
        let id = bench.pay(card).id
        bench.authenticate(id)
        #expect(bench.confirm(id, "payment_method=\(card)").state == "requires_action")
    }

    // MARK: The hour

    static let lapses: [(Bool, Int64, String)] = [
        (false, 3600, "requires_action"), (false, 3601, "requires_payment_method"),
        (true, 3600, "requires_confirmation"), (true, 3601, "requires_payment_method"),
    ]

    @Test(arguments: lapses)
    func aManualAttemptLivesAnHour(isProved: Bool, seconds: Int64, state: String) {
        let bench = Bench()
        let id = bench.pay(card).id
        if isProved { bench.authenticate(id) }
        bench.advance(seconds)
        let read = bench.intent(id)
        #expect(read.state == state)
        guard state == "requires_payment_method" else { return }
        #expect(
            read["last_payment_error.code"] == "payment_intent_payment_attempt_expired"
        )
        #expect(read["payment_method"] == .null)
        #expect(read["next_action"] == .null)
        let late = bench.confirm(id)
        #expect(late.status == 400)
        #expect(late.code == "payment_intent_unexpected_state")
        #expect(bench.book.isEmpty)
    }

    @Test func theOtherCandidateIsASwitch() {
        let bench = Bench()
        bench.control(
            "switches",
            ["lapsed_attempt_code": "payment_intent_authentication_failure"]
        )
        let id = bench.pay(card).id
        bench.wait(3601)
        #expect(
            bench.intent(id)["last_payment_error.code"] == "payment_intent_authentication_failure"
        )
    }

    @Test func theHourCountsFromTheLatestConfirm() {
        let bench = Bench()
        let id = bench.pay(card).id
        bench.advance(3000)
        let first = bench.intent(id)["next_action"]
        let again = bench.confirm(id)
        #expect(again.state == "requires_action")
        #expect(again["next_action"] != first)
        bench.advance(3000)
        #expect(bench.intent(id).state == "requires_action")
        bench.advance(601)
        #expect(bench.intent(id).state == "requires_payment_method")
    }

    @Test func confirmInRequiresActionMayBeRefused() {
        let bench = Bench()
        bench.control("switches", ["confirm_in_requires_action": "refuse"])
        let id = bench.pay(card).id
        let refused = bench.confirm(id)
        #expect(refused.status == 400)
        #expect(refused.code == "payment_intent_unexpected_state")
        #expect(refused.state == "requires_action")
        bench.authenticate(id)
        #expect(bench.confirm(id).state == "succeeded")
    }

    @Test func whatIsOpenWithoutAnAttemptDoesNotLapse() {
        let bench = Bench()
        let manual = bench.create("payment_method=pm_card_visa").id
        let automatic = bench.post(
            "/v1/payment_intents",
            Bench.automatic + "&confirm=true&payment_method=\(card)"
        ).id
        bench.advance(30 * 86_400)
        #expect(bench.intent(manual).state == "requires_confirmation")
        #expect(bench.intent(automatic).state == "requires_action")
    }

    @Test func aListSeesTheLapseToo() {
        let bench = Bench()
        _ = bench.pay(card)
        bench.wait(3601)
        #expect(bench.get("/v1/payment_intents")["data.0.status"] == "requires_payment_method")
    }

    @Test func tooManyConfirmsCancel() {
        let bench = Bench()
        bench.control("switches", ["confirm_limit": 2])
        let id = bench.create().id
        for _ in 0..<2 {
            #expect(bench.confirm(id, "payment_method=pm_card_visa_chargeDeclined").status == 402)
        }
        let last = bench.confirm(id, "payment_method=pm_card_visa")
        #expect(last.status == 400)
        #expect(last.state == "canceled")
        #expect(bench.book.isEmpty)
    }

    // MARK: Off session

    @Test func offSessionIsDeclinedWithoutACharge() {
        let bench = Bench()
        let refused = bench.pay(card, "off_session=true")
        #expect(refused.status == 402)
        #expect(refused.kind == "card_error")
        #expect(refused.code == "authentication_required")
        #expect(refused["error.decline_code"] == "authentication_required")
        #expect(
            refused.message
                == "Your card was declined. This transaction requires authentication."
        )
        #expect(refused.state == "requires_payment_method")
        #expect(refused["error.charge"] == nil)
        let intent = "error.payment_intent"
        #expect(refused["\(intent).latest_charge"] == .null)
        #expect(refused["\(intent).next_action"] == .null)
        #expect(refused["\(intent).payment_method"] == .null)
        #expect(refused["\(intent).last_payment_error.payment_method_type"] == "card")
        expectRecovery(of: refused, bench)
    }

    /// The customer comes back: the same intent and method, on session.
    private func expectRecovery(of refused: Reading, _ bench: Bench) {
        let id = refused["error.payment_intent.id"]?.string ?? ""
        let method = refused["error.payment_method.id"]?.string ?? ""
        let asked = bench.confirm(id, "payment_method=\(method)&off_session=false")
        #expect(asked.state == "requires_action")
        bench.authenticate(id)
        #expect(bench.confirm(id).state == "succeeded")
    }

    @Test func theOlderFormHasAFailedCharge() {
        let bench = Bench()
        bench.control("switches", ["authentication_required_charge": true])
        let refused = bench.pay(card, "off_session=true")
        #expect(refused["error.charge"]?.string?.hasPrefix("ch_3") == true)
        #expect(refused["error.payment_intent.latest_charge"] == refused["error.charge"])
    }

    @Test func errorOnRequiresActionDeclines() {
        let refused = Bench().pay(card, "error_on_requires_action=true")
        #expect(refused.status == 402)
        #expect(refused.code == "authentication_required")
        #expect(refused["error.decline_code"] == "authentication_not_handled")
        #expect(refused.state == "requires_payment_method")
    }
}
