import JSON
import Testing

@testable import StripeSimulator

@Suite struct RefundTests {
    private let bench = Bench()

    private static let keys = """
        id object amount balance_transaction charge created currency customer customer_account \
        destination_details metadata payment_intent payment_method reason receipt_number \
        source_transfer_reversal status transfer_reversal
        """.split(separator: " ").map(String.init)

    private func charge(of intent: Reading) -> Reading {
        bench.get("/v1/charges/\(intent["latest_charge"]?.string ?? "")")
    }

    private var refunded: Int64? { bench.book.last?["refunded"]?.int64 }

    @Test func aRefundHasExactlyTheKeysOfStripe() {
        let paid = bench.pay("pm_card_visa")
        let form = "payment_intent=\(paid.id)&reason=requested_by_customer&metadata[a]=1"
        let made = bench.post("/v1/refunds", form)
        #expect(made.json.object?.keys == RefundTests.keys)
        #expect(made.id.wholeMatch(of: /re_3[A-Za-z0-9]{23}/) != nil)
        #expect(made.id.dropFirst(3).prefix(17) == paid.id.dropFirst(3).prefix(17))
        #expect(made["amount"] == 1400)
        #expect(made["status"] == "succeeded")
        #expect(made["reason"] == "requested_by_customer")
        #expect(made["metadata"] == ["a": "1"])
        #expect(made["payment_intent"]?.string == paid.id)
        #expect(made["charge"] == paid["latest_charge"])
        #expect(bench.get("/v1/refunds/\(made.id)").answer.body == made.answer.body)
        #expect(bench.intent(paid.id).state == "succeeded")
        #expect(refunded == 1400)
    }

    @Test func partsAddUpToTheWhole() {
        let paid = bench.pay("pm_card_visa", "amount=7000")
        let charge = paid["latest_charge"]?.string ?? ""
        let first = bench.post("/v1/refunds", "charge=\(charge)&amount=4000")
        #expect(first["amount"] == 4000)
        #expect(self.charge(of: paid)["amount_refunded"] == 4000)
        #expect(self.charge(of: paid)["refunded"] == false)
        let much = bench.post("/v1/refunds", "charge=\(charge)&amount=4000")
        #expect(much.status == 400)
        #expect(much.code == nil)
        #expect(much.parameter == "amount")
        #expect(
            much.message
                == "Refund amount ($40.00) is greater than unrefunded amount on charge ($30.00)"
        )
        let rest = bench.post("/v1/refunds", "payment_intent=\(paid.id)")
        #expect(rest["amount"] == 3000)
        #expect(self.charge(of: paid)["refunded"] == true)
        let more = bench.post("/v1/refunds", "payment_intent=\(paid.id)")
        #expect(more.code == "charge_already_refunded")
        #expect(more.message == "Charge \(charge) has already been refunded.")
        #expect(refunded == 7000)
        #expect(bench.get("/v1/refunds?charge=\(charge)").ids == [rest.id, first.id])
        let expanded = bench.get("/v1/charges/\(charge)?expand[]=refunds")
        #expect(expanded["refunds.data.0.id"]?.string == rest.id)
        #expect(expanded["refunds.url"]?.string == "/v1/charges/\(charge)/refunds")
    }

    @Test func aPartlyCapturedPaymentGivesBackWhatWasTaken() {
        let id = bench.intent(in: "requires_capture")
        _ = bench.post("/v1/payment_intents/\(id)/capture", "amount_to_capture=1000")
        #expect(bench.post("/v1/refunds", "payment_intent=\(id)&amount=1001").status == 400)
        #expect(bench.post("/v1/refunds", "payment_intent=\(id)")["amount"] == 1000)
        #expect(refunded == 1000)
    }

    @Test(arguments: [
        "requires_payment_method", "requires_confirmation", "requires_action", "requires_capture",
        "canceled",
    ])
    func whatDidNotMoveCannotGoBack(status: String) {
        let id = bench.intent(in: status)
        let refused = bench.post("/v1/refunds", "payment_intent=\(id)")
        #expect(refused.status == 400)
        #expect(
            refused.message
                == "This PaymentIntent (\(id)) does not have a successful charge to refund."
        )
    }

    @Test func aFailedOrUncapturedChargeCannotGoBack() {
        let declined = bench.pay("pm_card_chargeDeclined")
        let held = bench.pay("pm_card_visa", "capture_method=manual")
        for charge in [declined["error.charge"], held["latest_charge"]] {
            let refused = bench.post("/v1/refunds", "charge=\(charge?.string ?? "")")
            #expect(refused.status == 400)
        }
        #expect(bench.get("/v1/refunds").ids.isEmpty)
    }

    @Test(arguments: [
        ("", nil, nil), ("charge=ch_X", "resource_missing", "charge"),
        ("payment_intent=pi_X", "resource_missing", "payment_intent"),
        ("payment_intent=pi_X&charge=ch_X", "parameters_exclusive", "charge"),
        ("payment_intent=pi_X&amount=0", "parameter_invalid_integer", "amount"),
        ("payment_intent=pi_X&amount=-5", "parameter_invalid_integer", "amount"),
        ("payment_intent=pi_X&amount=x", "parameter_invalid_integer", "amount"),
        ("payment_intent=pi_X&reason=why", nil, "reason"),
        ("payment_intent=pi_X&wat=1", "parameter_unknown", "wat"),
    ])
    func badParametersAreRefused(form: String, code: String?, parameter: String?) {
        let refused = bench.post("/v1/refunds", form)
        #expect(refused.status == 400)
        #expect(refused.code == code)
        #expect(refused.parameter == parameter)
    }

    @Test func aPendingRefundSucceedsLater() {
        let paid = bench.pay("pm_card_pendingRefund")
        let made = bench.post("/v1/refunds", "payment_intent=\(paid.id)")
        #expect(made["status"] == "pending")
        #expect(made["pending_reason"] == "processing")
        #expect(charge(of: paid)["amount_refunded"] == 1400)
        #expect(refunded == 0)
        bench.wait(59)
        #expect(bench.get("/v1/refunds/\(made.id)")["status"] == "pending")
        bench.wait(1)
        let later = bench.get("/v1/refunds/\(made.id)")
        #expect(later["status"] == "succeeded")
        #expect(later["pending_reason"] == nil)
        #expect(refunded == 1400)
    }

    @Test func aFailingRefundSucceedsFirst() {
        let paid = bench.pay("pm_card_refundFail")
        let made = bench.post("/v1/refunds", "payment_intent=\(paid.id)&amount=400")
        #expect(made["status"] == "succeeded")
        #expect(refunded == 400)
        bench.control("switches", ["refund_seconds": 10])
        bench.wait(10)
        let later = bench.get("/v1/refunds/\(made.id)")
        #expect(later["status"] == "failed")
        #expect(later["failure_reason"] == "unknown")
        #expect(charge(of: paid)["amount_refunded"] == 0)
        #expect(refunded == 0)
        #expect(bench.post("/v1/refunds", "payment_intent=\(paid.id)").status == 200)
    }

    @Test func onlyMetadataChangesAndNothingIsCanceled() {
        let paid = bench.pay("pm_card_visa")
        let id = bench.post("/v1/refunds", "payment_intent=\(paid.id)").id
        #expect(bench.post("/v1/refunds/\(id)", "metadata[a]=2")["metadata"] == ["a": "2"])
        #expect(bench.post("/v1/refunds/\(id)", "amount=5").code == "parameter_unknown")
        let refused = bench.post("/v1/refunds/\(id)/cancel")
        #expect(refused.status == 400)
        #expect(refused.message == "Canceling this refund is unsupported.")
        for missing in [
            bench.get("/v1/refunds/re_X"), bench.post("/v1/refunds/re_X"),
            bench.post("/v1/refunds/re_X/cancel"),
        ] {
            #expect(missing.status == 404)
            #expect(missing.code == "resource_missing")
        }
    }

    @Test func aKeyGivesBackOnce() {
        let paid = bench.pay("pm_card_visa")
        let form = "payment_intent=\(paid.id)&amount=100"
        let made = bench.post("/v1/refunds", form, key: "R1")
        let again = bench.post("/v1/refunds", form, key: "R1")
        #expect(again.answer.body == made.answer.body)
        #expect(again.header("Idempotent-Replayed") == "true")
        #expect(refunded == 100)
    }

    @Test func listsPageByPayment() {
        let paid = [bench.pay("pm_card_visa"), bench.pay("pm_card_visa")].map(\.id)
        let ids = (0..<4).map { place in
            bench.post("/v1/refunds", "payment_intent=\(paid[place % 2])&amount=10").id
        }
        #expect(bench.get("/v1/refunds?payment_intent=\(paid[0])").ids == [ids[2], ids[0]])
        let page = bench.get("/v1/refunds?limit=3")
        #expect(page.ids == [ids[3], ids[2], ids[1]])
        #expect(bench.get("/v1/refunds?starting_after=\(ids[1])").ids == [ids[0]])
        #expect(bench.get("/v1/refunds?ending_before=\(ids[2])&limit=1").ids == [ids[3]])
        let expanded = bench.get("/v1/refunds?expand[]=data.payment_intent&expand[]=data.charge")
        #expect(expanded["data.0.payment_intent.object"] == "payment_intent")
        #expect(expanded["data.0.charge.object"] == "charge")
    }
}
