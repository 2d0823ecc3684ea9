import JSON
import Testing

@testable import StripeSimulator

/// Cards that customers keep: attaching, detaching, whose they are.
@Suite struct WalletTests {
    private let bench = Bench()

    private func attach(_ method: String, _ customer: String) -> Reading {
        bench.post("/v1/payment_methods/\(method)/attach", "customer=\(customer)")
    }

    @Test func anAttachedCardPaysAgainAndAgain() {
        let customer = bench.customer()
        let method = bench.method()
        let attached = attach(method, customer)
        #expect(attached["customer"]?.string == customer)
        #expect(attached["card.checks.cvc_check"] == "pass")
        for _ in 0..<3 {
            #expect(bench.pay(method, "customer=\(customer)").state == "succeeded")
        }
        #expect(attach(method, customer).status == 200)
    }

    @Test func aTestNameIsAttachedAsAnotherCard() {
        let customer = bench.customer()
        let attached = attach("pm_card_visa", customer)
        #expect(attached.id.hasPrefix("pm_1"))
        let wallet = bench.get("/v1/customers/\(customer)/payment_methods")
        #expect(wallet.ids == [attached.id])
    }

    @Test(arguments: [
        ("pm_card_visa_chargeDeclined", "card_declined", "generic_decline", "01", ""),
        (
            "pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds",
            "51", ""
        ),
        ("pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card", "54", "exp_month"),
        ("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc", "N7", "cvc"),
    ])
    func banksRefuseToKeepDecliningCards(
        card: String,
        code: String,
        declineCode: String,
        network: String,
        parameter: String
    ) {
        let refused = attach(card, bench.customer())
        #expect(refused.status == 402)
        #expect(refused.kind == "card_error")
        #expect(refused.code == code)
        #expect(refused["error.decline_code"]?.string == declineCode)
        #expect(refused["error.network_decline_code"]?.string == network)
        #expect(refused.parameter == parameter)
        #expect(refused["error.charge"] == nil)
        #expect(refused["error.payment_intent"] == nil)
    }

    @Test(arguments: [
        ("pm_card_chargeCustomerFail", "card_declined"),
        ("pm_card_radarBlock", "card_declined"),
        (
            "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
            "authentication_required"
        ),
    ])
    func someCardsAttachAndFailLater(card: String, code: String) {
        let customer = bench.customer()
        let method = attach(card, customer)
        #expect(method.status == 200)
        let refused = bench.pay(method.id, "customer=\(customer)&off_session=true")
        #expect(refused.code == code)
    }

    @Test func whoseACardIsCounts() {
        let owner = bench.customer()
        let other = bench.customer()
        let method = bench.saved(to: owner)
        let without = bench.pay(method)
        #expect(without.code == "parameter_missing")
        #expect(without.parameter == "source")
        #expect(without.message.contains("\(method) belongs to the Customer \(owner)"))
        let foreign = bench.pay(method, "customer=\(other)")
        #expect(foreign.code == nil)
        #expect(foreign.parameter == "payment_method")
        #expect(foreign.message.hasPrefix("The PaymentMethod \(method) does not belong to the"))
        let stolen = attach(method, other)
        #expect(stolen.status == 400)
        #expect(stolen.code == nil)
        #expect(
            stolen.message
                == "The payment method you provided has already been attached to a customer."
        )
        #expect(bench.book.isEmpty)
    }

    @Test func whatWasUsedCannotBeAttached() {
        let customer = bench.customer()
        let method = bench.method()
        _ = bench.pay(method)
        let refused = attach(method, customer)
        #expect(refused.status == 400)
        #expect(refused.message.hasPrefix("This PaymentMethod was previously used without being"))
    }

    @Test func aDetachedCardIsDeadForEver() {
        let customer = bench.customer()
        let method = bench.saved(to: customer)
        let detached = bench.post("/v1/payment_methods/\(method)/detach")
        #expect(detached["customer"] == .null)
        #expect(bench.get("/v1/customers/\(customer)/payment_methods").ids.isEmpty)
        #expect(bench.pay(method).message.hasPrefix("The provided PaymentMethod was previously"))
        #expect(bench.pay(method, "customer=\(customer)").status == 400)
        #expect(attach(method, customer).status == 400)
        let again = bench.post("/v1/payment_methods/\(method)/detach")
        #expect(
            again.message
                == "The payment method you provided is not attached to a customer so detachment is "
                + "impossible."
        )
    }

    @Test func onlyASavedCardMayBeChanged() {
        let method = bench.method()
        let path = "/v1/payment_methods/\(method)"
        let refused = bench.post(path, "metadata[a]=1")
        #expect(
            refused.message
                == "You must save this PaymentMethod to a customer before you can update it."
        )
        _ = attach(method, bench.customer())
        let form = "card[exp_month]=3&card[exp_year]=2041&billing_details[name]=N&metadata[a]=1"
        let changed = bench.post(path, form + "&allow_redisplay=always")
        #expect(changed["card.exp_month"] == 3)
        #expect(changed["card.exp_year"] == 2041)
        #expect(changed["billing_details.name"] == "N")
        #expect(changed["allow_redisplay"] == "always")
        #expect(bench.post(path, "card[exp_month]=13").code == "invalid_expiry_month")
        #expect(bench.post(path, "card[number]=4").code == "parameter_unknown")
        #expect(bench.get(path)["card.exp_month"] == 3)
    }

    @Test func aWalletIsListedInBothPlaces() {
        let customer = bench.customer()
        let methods = (0..<4).map { _ in
            bench.wait(1)
            return bench.saved(to: customer)
        }
        _ = bench.saved(to: bench.customer())
        let newestFirst = Array(methods.reversed())
        let paths = [
            "customers/\(customer)/payment_methods?", "payment_methods?customer=\(customer)&",
        ]
        for path in paths {
            #expect(bench.get("/v1/\(path)").ids == newestFirst)
            #expect(bench.get("/v1/\(path)type=card").ids == newestFirst)
            #expect(bench.get("/v1/\(path)type=link").ids.isEmpty)
            let page = bench.get("/v1/\(path)limit=2")
            #expect(page.ids == Array(newestFirst.prefix(2)))
            #expect(page["has_more"] == true)
            let rest = bench.get("/v1/\(path)starting_after=\(page.ids[1])")
            #expect(rest.ids == Array(newestFirst.suffix(2)))
            #expect(bench.get("/v1/\(path)starting_after=pm_X").parameter == "starting_after")
            #expect(bench.get("/v1/\(path)created=1").code == "parameter_unknown")
        }
        _ = bench.post("/v1/payment_methods/\(methods[1])", "allow_redisplay=always")
        let shown = bench.get("/v1/customers/\(customer)/payment_methods?allow_redisplay=always")
        #expect(shown.ids == [methods[1]])
        let path = "/v1/customers/\(customer)/payment_methods"
        #expect(bench.get("\(path)/\(methods[0])").id == methods[0])
        #expect(bench.get("\(path)/\(bench.method())").status == 404)
    }

    @Test func aCardAttachedLateStandsByItsAge() {
        let customer = bench.customer()
        let early = bench.method()
        bench.wait(5)
        let late = bench.saved(to: customer)
        _ = attach(early, customer)
        #expect(bench.get("/v1/customers/\(customer)/payment_methods").ids == [late, early])
    }

    @Test func aCustomerMayComeWithACard() {
        let made = bench.post("/v1/customers", "payment_method=pm_card_mastercard")
        let wallet = bench.get("/v1/customers/\(made.id)/payment_methods")
        #expect(wallet["data.0.card.brand"] == "mastercard")
        let refused = bench.post("/v1/customers", "payment_method=pm_card_chargeDeclined")
        #expect(refused.status == 402)
        #expect(bench.get("/v1/customers").ids == [made.id])
    }
}
