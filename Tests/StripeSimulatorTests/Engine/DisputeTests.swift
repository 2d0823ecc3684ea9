import JSON
import Testing

@testable import StripeSimulator

@Suite struct DisputeTests {
    private let bench = Bench()

    private func types(_ query: String = "&type=charge.dispute.*") -> [String] {
        let data = bench.get("/v1/events?limit=100\(query)")["data"]?.array ?? []
        return data.reversed().compactMap { $0["type"]?.string }
    }

    private func dispute(of intent: Reading) -> String {
        let listed = bench.get("/v1/disputes?payment_intent=\(intent.id)")["data"]?.array ?? []
        return listed.first?["id"]?.string ?? ""
    }

    @Test func aCardDisputesItsCharge() {
        let paid = bench.pay("pm_card_createDispute")
        #expect(paid.state == "succeeded")
        let id = dispute(of: paid)
        #expect(id.wholeMatch(of: /du_1[A-Za-z0-9]{23}/) != nil)
        let made = bench.get("/v1/disputes/\(id)")
        #expect(made["status"] == "needs_response" && made["reason"] == "fraudulent")
        #expect(made["amount"] == 1400 && made["payment_intent"]?.string == paid.id)
        let moved = made["balance_transactions"]?.array ?? []
        #expect(moved.map { $0["amount"] } == [-1400])
        let charge = bench.get("/v1/charges/\(paid["latest_charge"]?.string ?? "")")
        #expect(charge["disputed"] == true)
        #expect(types() == ["charge.dispute.created", "charge.dispute.funds_withdrawn"])
        let refused = bench.post("/v1/refunds", "payment_intent=\(paid.id)")
        #expect(refused.status == 400 && refused.code == "charge_disputed")
        #expect(bench.book.last?["refunded"] == 0, "no refund")
    }

    @Test func aHoldIsDisputedOnceItIsCaptured() {
        let held = bench.pay("pm_card_createDisputeProductNotReceived", "capture_method=manual")
        #expect(types().isEmpty)
        _ = bench.post("/v1/payment_intents/\(held.id)/capture")
        #expect(bench.get("/v1/disputes/\(dispute(of: held))")["reason"] == "product_not_received")
    }

    @Test func anInquiryTakesNoMoney() {
        let paid = bench.pay("pm_card_createDisputeInquiry")
        let id = dispute(of: paid)
        let made = bench.get("/v1/disputes/\(id)")
        #expect(made["status"] == "warning_needs_response")
        #expect(made["balance_transactions"] == [] && made["is_charge_refundable"] == true)
        #expect(types() == ["charge.dispute.created"])
        #expect(bench.post("/v1/refunds", "payment_intent=\(paid.id)&amount=1").status == 200)
        #expect(bench.post("/v1/disputes/\(id)/close")["status"] == "warning_closed")
    }

    @Test(arguments: [("winning_evidence", "won", 2), ("losing_evidence", "lost", 1)])
    func theEvidenceDecides(_ evidence: String, _ status: String, _ movements: Int) {
        let id = dispute(of: bench.pay("pm_card_createDispute"))
        let form = "evidence[uncategorized_text]=\(evidence)"
        #expect(
            bench.post("/v1/disputes/\(id)", form + "&submit=false")["status"] == "needs_response"
        )
        let ended = bench.post("/v1/disputes/\(id)", form)
        #expect(ended["status"]?.string == status)
        #expect(ended["balance_transactions"]?.array?.count == movements)
        #expect(types("&type=charge.dispute.closed").count == 1)
        #expect(types("&type=charge.dispute.funds_reinstated").count == movements - 1)
        #expect(bench.post("/v1/disputes/\(id)/close").status == 400)
        #expect(bench.post("/v1/disputes/\(id)", form).status == 400)
        #expect(bench.post("/v1/disputes/\(id)", "metadata[a]=1")["metadata"] == ["a": "1"])
    }

    @Test func closingLoses() {
        let id = dispute(of: bench.pay("pm_card_createDispute"))
        #expect(bench.post("/v1/disputes/\(id)/close")["status"] == "lost")
        #expect(bench.get("/v1/disputes/du_none").status == 404)
    }
}
