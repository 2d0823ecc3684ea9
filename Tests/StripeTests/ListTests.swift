import HTTPClient
import JSON
import Payments
import Testing

@testable import Stripe

/// Lists of all that Stripe has, for the audit.
@Suite struct ListTests {
    /// OP01, OP02: by `created` with both bounds, and the cursor of the page before.
    @Test func `The address of a page`() {
        #expect(
            ListRequests.path("/v1/charges", createdIn: 100..<200, after: nil, limit: 100)
                == "/v1/charges?created%5Bgte%5D=100&created%5Blt%5D=200&limit=100"
        )
        #expect(
            ListRequests.path("/v1/refunds", createdIn: 1..<2, after: "re_1", limit: 100)
                .hasSuffix("&limit=100&starting_after=re_1")
        )
    }

    private func answer(_ body: String, status: Int = 200) -> StripeAnswer {
        StripeAnswer(status: status, body: Array(body.utf8)) { name in
            name == "Date" ? "Thu, 01 Jan 1970 00:01:40 GMT" : nil
        }
    }

    @Test func `A page of charges`() throws {
        let page = ListTable.charges(
            answer(
                """
                {"object":"list","has_more":true,"data":[{"id":"ch_1","object":"charge",
                "amount":1400,"amount_captured":1300,"amount_refunded":100,"captured":true,
                "paid":true,"created":50,"payment_intent":"pi_1","payment_method_details":
                {"card":{"fingerprint":"f","checks":{"cvc_check":"fail"}},"type":"card"}},
                {"id":"ch_2","amount":1400,"captured":false,"paid":true,"created":49,
                "payment_intent":null,"payment_method_details":null}]}
                """
            )
        )
        let expected = ChargePage(
            charges: [
                ChargeSnapshot(
                    id: "ch_1",
                    intent: "pi_1",
                    isCaptured: true,
                    minorUnits: 1300,
                    refundedMinorUnits: 100,
                    cardFingerprint: "f",
                    cvcCheck: .fail,
                    created: 50
                ),
                ChargeSnapshot(
                    id: "ch_2",
                    intent: nil,
                    isCaptured: false,
                    minorUnits: 1400,
                    refundedMinorUnits: 0,
                    cardFingerprint: nil,
                    cvcCheck: nil,
                    created: 49
                ),
            ],
            hasMore: true
        )
        #expect(page == .value(expected, stripeSeconds: 100))
    }

    /// What cannot be read in full is no page: it would prove that something is not there.
    @Test(
        arguments: [
            #"{"data":[{"id":"ch_1"}],"has_more":false}"#, #"{"data":[]}"#,
            #"{"data":[],"has_more":true}"#, "{", "[]",
        ]
    )
    func `Half a page is none`(_ body: String) {
        #expect(ListTable.charges(answer(body)) == .unavailable)
        #expect(ListTable.refunds(answer(body)) == .unavailable)
    }

    @Test func `A page of refunds`() throws {
        let page = ListTable.refunds(
            answer(
                """
                {"has_more":false,"data":[{"id":"re_1","object":"refund","amount":400,
                "status":"succeeded","created":60,"payment_intent":"pi_1",
                "metadata":{"payonce_payment_id":"pay_1","payonce_refund":"2"}}]}
                """
            )
        )
        guard case .value(let value, _) = page else {
            Issue.record("\(page)")
            return
        }
        #expect(!value.hasMore)
        #expect(value.refunds.map(\.intent) == ["pi_1"])
        #expect(value.refunds.map(\.created) == [60])
        #expect(value.refunds.first?.refund.number == "2")
    }
}
