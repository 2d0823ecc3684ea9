import JSON
import Testing

@testable import StripeSimulator

/// How often a PaymentMethod may be used.
@Suite struct MethodTests {
    private func expectUsed(_ refused: Reading) {
        #expect(refused.status == 400)
        #expect(refused.kind == "invalid_request_error")
        #expect(refused.code == nil)
        #expect(refused.message.hasPrefix("The provided PaymentMethod was previously used with"))
    }

    @Test func aFreshMethodPaysOnce() {
        let bench = Bench()
        let method = bench.method()
        #expect(bench.pay(method).state == "succeeded")
        expectUsed(bench.pay(method))
        expectUsed(bench.create("payment_method=\(method)"))
        #expect(bench.book.count == 1)
    }

    @Test func aDeclineUsesItUp() {
        let bench = Bench()
        let method = bench.method("4000000000000002")
        let id = bench.pay(method)["error.payment_intent.id"]?.string ?? ""
        expectUsed(bench.confirm(id, "payment_method=\(method)"))
        #expect(bench.intent(id).state == "requires_payment_method")
    }

    @Test func anOpenChallengeHoldsItForItsIntent() {
        let bench = Bench()
        let method = bench.method("4000002760003184")
        let id = bench.pay(method).id
        expectUsed(bench.pay(method))
        #expect(bench.confirm(id, "payment_method=\(method)").state == "requires_action")
        bench.authenticate(id)
        #expect(bench.confirm(id).state == "succeeded")
        expectUsed(bench.pay(method))
    }

    @Test func twoIntentsMayWaitWithTheSameMethodButOnePays() {
        let bench = Bench()
        let method = bench.method()
        let ids = (0..<2).map { _ in bench.create("payment_method=\(method)").id }
        #expect(bench.confirm(ids[0]).state == "succeeded")
        expectUsed(bench.confirm(ids[1]))
        #expect(bench.book.count == 1)
    }

    @Test func testIDsMakeAnotherMethodAtEachUse() {
        let bench = Bench()
        let methods = (0..<3).map { _ in bench.pay("pm_card_visa")["payment_method"]?.string }
        #expect(Set(methods).count == 3)
        #expect(methods.allSatisfy { $0?.hasPrefix("pm_1") == true && $0?.count == 27 })
        let read = bench.get("/v1/payment_methods/pm_card_visa")
        #expect(read["card.last4"] == "4242")
        #expect(read.id.hasPrefix("pm_1"))
        #expect(bench.get("/v1/payment_methods/\(read.id)").id == read.id)
    }

    @Test func aMethodMayBeMadeInTheCall() {
        let bench = Bench()
        let data = Bench.card("5555555555554444").split(separator: "&").map { field in
            let parts = field.split(separator: "=")
            let name = parts[0].split(separator: "[", maxSplits: 1)
            let rest = name.count > 1 ? "[\(name[1])" : ""
            return "payment_method_data[\(name[0])]\(rest)=\(parts[1])"
        }
        let paid = bench.create("confirm=true&" + data.joined(separator: "&"))
        #expect(paid.state == "succeeded")
        let method = bench.get("/v1/payment_methods/\(paid["payment_method"]?.string ?? "")")
        #expect(method["card.brand"] == "mastercard")
    }

    @Test func tokensOfTestCardsMakeMethods() {
        let bench = Bench()
        let made = bench.post("/v1/payment_methods", "type=card&card[token]=tok_mastercard")
        #expect(made["card.brand"] == "mastercard")
        let refused = bench.post("/v1/payment_methods", "type=card&card[token]=tok_wat")
        #expect(refused.code == "resource_missing")
        #expect(refused.parameter == "card[token]")
    }

    @Test func anUnknownMethodIs404InThePathAnd400InAParameter() {
        let bench = Bench()
        let path = bench.get("/v1/payment_methods/pm_nope")
        #expect(path.status == 404)
        #expect(path.code == "resource_missing")
        #expect(bench.create("payment_method=pm_nope").status == 400)
    }

    @Test func billingDetailsAreKept() {
        let form =
            Bench.card("4242424242424242")
            + "&billing_details[name]=A+B&billing_details[address][postal_code]=10115"
        let made = Bench().post("/v1/payment_methods", form)
        #expect(made["billing_details.name"] == "A B")
        #expect(made["billing_details.address.postal_code"] == "10115")
        #expect(made["billing_details.address.city"] == .null)
    }
}
