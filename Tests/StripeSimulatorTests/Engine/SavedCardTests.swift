import JSON
import Testing

@testable import StripeSimulator

/// Cards saved by paying, and charged later without the customer.
@Suite struct SavedCardTests {
    private let bench = Bench()

    /// Saves a card by a payment on session, with the challenge where there is one.
    private func save(_ number: String, to customer: String) -> String {
        let form = "customer=\(customer)&setup_future_usage=off_session"
        let paid = bench.pay(bench.method(number), form)
        if paid.state == "requires_action" {
            bench.authenticate(paid.id)
            #expect(bench.confirm(paid.id).state == "succeeded")
        }
        let wallet = bench.get("/v1/customers/\(customer)/payment_methods")
        #expect(wallet.ids.count == 1)
        return wallet.ids.first ?? ""
    }

    @Test(arguments: ["setup_future_usage", "payment_method_options[card][setup_future_usage]"])
    func aCardIsSavedWhenItHasPaid(name: String) {
        let customer = bench.customer()
        let paid = bench.pay("pm_card_visa", "customer=\(customer)&\(name)=off_session")
        #expect(paid.state == "succeeded")
        let wallet = bench.get("/v1/customers/\(customer)/payment_methods")
        #expect(wallet.ids == [paid["payment_method"]?.string ?? ""])
    }

    @Test func whatIsSaidOfCardsAloneGoesFirst() {
        let customer = bench.customer()
        let none = "payment_method_options[card][setup_future_usage]=none"
        let form = "customer=\(customer)&setup_future_usage=off_session&\(none)"
        #expect(bench.pay("pm_card_visa", form).state == "succeeded")
        #expect(bench.get("/v1/customers/\(customer)/payment_methods").ids.isEmpty)
    }

    @Test func withoutUsageOrSuccessNothingIsSaved() {
        let customer = bench.customer()
        _ = bench.pay("pm_card_visa", "customer=\(customer)")
        let usage = "customer=\(customer)&setup_future_usage=off_session"
        _ = bench.pay("pm_card_chargeDeclined", usage)
        _ = bench.pay("pm_card_authenticationRequired", usage)
        #expect(bench.get("/v1/customers/\(customer)/payment_methods").ids.isEmpty)
    }

    @Test func aCardThatPaidForAGuestMayBeSavedAfterwards() {
        let method = bench.method()
        _ = bench.pay(method, "setup_future_usage=off_session")
        #expect(bench.pay(method).status == 400)
        let path = "/v1/payment_methods/\(method)/attach"
        #expect(bench.post(path, "customer=\(bench.customer())").status == 200)
    }

    /// The cards of the table, once saved: on session, and off session.
    @Test(arguments: [
        ("4000002500003155", "succeeded", "succeeded"),
        ("4000002760003184", "requires_action", "authentication_required"),
        ("4000003800000446", "requires_action", "succeeded"),
        ("4000000000003220", "requires_action", "authentication_required"),
        ("4000000000003055", "succeeded", "succeeded"),
        ("4242424242424242", "succeeded", "succeeded"),
    ])
    func savedCardsAskForTheCustomerAsTheyShould(number: String, on: String, off: String) {
        let customer = bench.customer()
        let method = save(number, to: customer)
        #expect(bench.pay(method, "customer=\(customer)").state == on)
        let later = bench.pay(method, "customer=\(customer)&off_session=true")
        #expect((later.code ?? later.state) == off)
    }

    @Test func aCardThatWasOnlyAttachedIsNotSetUp() {
        let customer = bench.customer()
        let method = bench.saved(to: customer, "4000002500003155")
        let later = bench.pay(method, "customer=\(customer)&off_session=true")
        #expect(later.code == "authentication_required")
        #expect(later["error.payment_method.id"]?.string == method)
    }

    @Test func theCustomerFinishesWhatCouldNotBeDoneWithoutThem() {
        let customer = bench.customer()
        let method = save("4000002760003184", to: customer)
        let declined = bench.pay(method, "customer=\(customer)&off_session=true")
        #expect(declined.status == 402)
        #expect(declined["error.payment_intent.payment_method"] == .null)
        let id = declined["error.payment_intent.id"]?.string ?? ""
        #expect(bench.confirm(id, "payment_method=\(method)").state == "requires_action")
        bench.authenticate(id)
        #expect(bench.confirm(id).state == "succeeded")
        #expect(bench.book.count == 2)
    }

    @Test func aDeclineDoesNotUseASavedCardUp() {
        let customer = bench.customer()
        let method = bench.saved(to: customer, "4000000000000341")
        for _ in 0..<2 {
            let refused = bench.pay(method, "customer=\(customer)")
            #expect(refused.code == "card_declined")
        }
        #expect(bench.get("/v1/customers/\(customer)/payment_methods").ids == [method])
    }

    @Test func confirmingWithoutACardNamesTheCustomer() {
        let customer = bench.customer()
        let refused = bench.confirm(bench.create("customer=\(customer)").id)
        #expect(refused.code == "payment_intent_unexpected_state")
        #expect(refused.message.contains("To confirm the PaymentIntent with \(customer)"))
    }

    @Test func automaticConfirmationSavesAfterTheChallenge() {
        let customer = bench.customer()
        let form =
            Bench.automatic + "&confirm=true&payment_method=pm_card_authenticationRequired"
            + "&customer=\(customer)&setup_future_usage=off_session"
        let id = bench.post("/v1/payment_intents", form).id
        #expect(bench.get("/v1/customers/\(customer)/payment_methods").ids.isEmpty)
        bench.authenticate(id)
        #expect(bench.intent(id).state == "succeeded")
        #expect(bench.get("/v1/customers/\(customer)/payment_methods").ids.count == 1)
    }
}
