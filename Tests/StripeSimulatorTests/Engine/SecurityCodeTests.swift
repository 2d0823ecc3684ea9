import JSON
import Testing

@testable import StripeSimulator

/// The security code: tokens of it, and what the bank says to it.
@Suite struct SecurityCodeTests {
    private let bench = Bench()
    private static let option = "payment_method_options[card][cvc_token]"
    private static let recollection = "payment_method_options[card][require_cvc_recollection]=true"

    private func token(_ code: String = "123") -> String {
        bench.post("/v1/tokens", "cvc_update[cvc]=\(code)").id
    }

    private func check(_ reading: Reading) -> String? {
        let charge = reading["latest_charge"]?.string ?? reading["error.charge"]?.string ?? ""
        let read = bench.get("/v1/charges/\(charge)")
        return read["payment_method_details.card.checks.cvc_check"]?.string
    }

    @Test(arguments: ["Bearer sk_test_bench", "Bearer pk_test_bench"])
    func tokensAreMadeByAppsToo(key: String) {
        let made = bench.post("/v1/tokens", "cvc_update[cvc]=123", as: key)
        #expect(
            made.json.object?.keys == [
                "id", "object", "client_ip", "created", "livemode", "redaction", "type", "used",
            ]
        )
        #expect(made.id.wholeMatch(of: /cvctok_1[A-Za-z0-9]{23}/) != nil)
        #expect(made["type"] == "cvc_update")
        #expect(made["used"] == false)
        #expect(bench.get("/v1/tokens/\(made.id)").answer.body == made.answer.body)
        #expect(bench.get("/v1/tokens/\(made.id)", as: "Bearer pk_test_bench").status == 401)
    }

    @Test(arguments: ["12", "12345", "1a3", "%F0%9F%82%A1"])
    func badCodesAreRefused(code: String) {
        let refused = bench.post("/v1/tokens", "cvc_update[cvc]=\(code)")
        #expect(refused.status == 402)
        #expect(refused.code == "invalid_cvc")
        #expect(refused.message == "Your card's security code is invalid.")
    }

    @Test func aTokenIsGoodForOneAttempt() {
        let customer = bench.customer()
        let method = bench.saved(to: customer)
        let token = token()
        let form = "customer=\(customer)&\(SecurityCodeTests.option)=\(token)"
        let paid = bench.pay(method, form)
        #expect(paid.state == "succeeded")
        #expect(check(paid) == "pass")
        #expect(bench.get("/v1/tokens/\(token)")["used"] == true)
        let again = bench.pay(method, form)
        #expect(again.status == 400)
        #expect(again.code == "token_already_used")
        #expect(again.parameter == SecurityCodeTests.option)
        #expect(bench.book.count == 1)
        #expect(bench.get("/v1/payment_intents").ids == [paid.id])
    }

    @Test func anUnknownTokenIsRefused() {
        let id = bench.create("payment_method=pm_card_visa").id
        for refused in [
            bench.pay("pm_card_visa", "\(SecurityCodeTests.option)=cvctok_X"),
            bench.confirm(id, "\(SecurityCodeTests.option)=cvctok_X"),
        ] {
            #expect(refused.status == 400)
            #expect(refused.code == "resource_missing")
            #expect(refused.message == "No such token: 'cvctok_X'")
        }
    }

    @Test func aTokenIsForConfirmingOnly() {
        let id = bench.create().id
        let form = "\(SecurityCodeTests.option)=\(token())"
        for refused in [bench.create(form), bench.post("/v1/payment_intents/\(id)", form)] {
            #expect(refused.status == 400)
            #expect(refused.parameter == SecurityCodeTests.option)
        }
    }

    /// A saved card's code was not collected again, unless a token says so.
    @Test(arguments: [
        ("4242424242424242", false, nil), ("4242424242424242", true, "pass"),
        ("4000000000000101", false, nil), ("4000000000000101", true, "fail"),
    ])
    func theChargeTellsWhatTheBankSaid(number: String, isCollected: Bool, said: String?) {
        let customer = bench.customer()
        let method = bench.saved(to: customer, number)
        let more = isCollected ? "&\(SecurityCodeTests.option)=\(token())" : ""
        let paid = bench.pay(method, "customer=\(customer)\(more)")
        #expect(paid.state == "succeeded")
        #expect(check(paid) == said)
    }

    @Test func aNewCardsCodeIsThatOfItsEntry() {
        #expect(check(bench.pay(bench.method())) == "pass")
        #expect(check(bench.pay(bench.method("4000000000000101"))) == "fail")
        let form = "type=card&card[number]=4000000000000101&card[exp_month]=1&card[exp_year]=2040"
        let without = bench.post("/v1/payment_methods", form).id
        #expect(check(bench.pay(without)) == nil)
        #expect(check(bench.pay("pm_card_chargeDeclinedIncorrectCvc")) == "fail")
    }

    @Test func theCodeLastsThroughTheChallenge() {
        let customer = bench.customer()
        let method = bench.saved(to: customer, "4000002760003184")
        let asked = bench.pay(
            method,
            "customer=\(customer)&\(SecurityCodeTests.option)=\(token())"
        )
        #expect(asked.state == "requires_action")
        bench.authenticate(asked.id)
        #expect(check(bench.confirm(asked.id)) == "pass")
    }

    @Test func recollectionIsInsistedOn() {
        let customer = bench.customer()
        let method = bench.saved(to: customer)
        let form = "customer=\(customer)&\(SecurityCodeTests.recollection)"
        let refused = bench.pay(method, form)
        #expect(refused.status == 400)
        #expect(refused.message.hasPrefix("You must collect the security code (CVC)"))
        #expect(refused.state == "requires_confirmation")
        let id = refused["error.payment_intent.id"]?.string ?? ""
        let paid = bench.confirm(id, "\(SecurityCodeTests.option)=\(token())")
        #expect(paid.state == "succeeded")
        #expect(paid["payment_method_options.card.require_cvc_recollection"] == true)
        // A card that is nobody's yet was entered a moment ago.
        #expect(bench.pay("pm_card_visa", SecurityCodeTests.recollection).state == "succeeded")
    }
}
