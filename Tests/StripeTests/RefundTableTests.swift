import JSON
import Payments
import Testing

@testable import Stripe

/// Every row of the table that tells what an answer about refunds means.
@Suite struct RefundTableTests {
    static let object: JSONValue = [
        "id": "re_3U09LC2eZvKYlo2C1", "object": "refund", "amount": 500, "currency": "usd",
        "metadata": [
            "payonce_payment_id": "pay_0123456789abcdef0123456789abcdef", "payonce_refund": "2",
        ],
        "payment_intent": "pi_1", "status": "succeeded",
    ]

    static func snapshot() throws -> RefundSnapshot {
        RefundSnapshot(
            id: try #require(StripeRefundID("re_3U09LC2eZvKYlo2C1")),
            status: "succeeded",
            minorUnits: 500,
            paymentID: "pay_0123456789abcdef0123456789abcdef",
            number: "2",
            failure: nil
        )
    }

    private static func answer(
        _ status: Int,
        _ body: JSONValue,
        _ headers: [String: String] = [:]
    ) -> StripeAnswer {
        StripeAnswer(status: status, body: body.encoded()) { headers[$0] }
    }

    private static func error(_ type: String, _ code: String? = nil) -> JSONValue {
        var members: JSONObject = ["type": .string(type)]
        members["code"] = code.map { .string($0) }
        return Fixtures.error(members)
    }

    @Test func aRefundIsRead() throws {
        let answer = Self.answer(200, Self.object, ["Request-Id": "req_1"])
        #expect(RefundTable.reply(to: answer) == .refund(try Self.snapshot(), Receipt(answer)))
    }

    /// The word for each kind of reply.
    enum Kind: String { case refused, kept, busy, unknown }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: StripeAnswer
        let kind: Kind
    }

    private static func row(
        _ kind: Kind,
        _ status: Int,
        _ body: JSONValue,
        _ headers: [String: String] = [:]
    ) -> Row {
        let name = "\(status) \(String(decoding: body.encoded(), as: UTF8.self)) \(headers)"
        return Row(testDescription: name, answer: answer(status, body, headers), kind: kind)
    }

    static let rows: [Row] = [
        row(.unknown, 200, ["object": "refund"]),
        row(.unknown, 200, "cut"),
        row(.unknown, 502, "<html>"),
        row(.refused, 400, error("invalid_request_error", "charge_already_refunded")),
        row(.refused, 400, error("invalid_request_error")),
        row(.refused, 402, error("card_error", "card_declined")),
        row(.kept, 400, error("idempotency_error")),
        row(.busy, 409, error("idempotency_error", "idempotency_key_in_use")),
        row(.busy, 409, error("invalid_request_error")),
        row(.busy, 429, error("invalid_request_error", "lock_timeout")),
        row(.busy, 429, error("invalid_request_error", "rate_limit")),
        row(.busy, 401, error("invalid_request_error")),
        row(.busy, 403, error("invalid_request_error")),
        row(.busy, 404, error("invalid_request_error", "resource_missing")),
        row(.busy, 400, error("api_error"), ["Stripe-Should-Retry": "true"]),
        row(.unknown, 408, error("api_error")),
        row(.unknown, 424, error("api_error")),
        row(.unknown, 500, error("api_error")),
        row(.kept, 500, error("api_error"), ["Idempotent-Replayed": "true"]),
        row(.kept, 500, error("api_error"), ["Stripe-Should-Retry": "false"]),
        row(.unknown, 302, error("api_error")),
    ]

    @Test(arguments: rows)
    func isTold(_ row: Row) {
        switch RefundTable.reply(to: row.answer) {
        case .refund: Issue.record("a refund")
        case .refused: #expect(row.kind == .refused)
        case .keptFailure: #expect(row.kind == .kept)
        case .busy: #expect(row.kind == .busy)
        case .unknown: #expect(row.kind == .unknown)
        case .notSent: Issue.record("an answer proves that it was sent")
        }
    }

    /// libcurl sent it again on a new connection: what became of the first one is not known.
    @Test func aRefusalSaysNothingOfAnEarlierSend() {
        var answer = Self.answer(400, Self.error("invalid_request_error"))
        answer.sends = 2
        #expect(RefundTable.reply(to: answer) == .unknown)
    }

    @Test func aRefusalWithoutCodeHasOneOfOurs() {
        let answer = Self.answer(400, Self.error("invalid_request_error"))
        #expect(RefundTable.reply(to: answer) == .refused("refund_refused", Receipt(answer)))
    }

    @Test func aPageIsReadWholeOrNotAtAll() throws {
        let page: JSONValue = ["data": .array([Self.object]), "has_more": false]
        let expected = RefundPage(refunds: [try Self.snapshot()], hasMore: false)
        #expect(
            RefundTable.page(Self.answer(200, page)) == .value(expected, stripeSeconds: nil)
        )
        let odd: JSONValue = ["data": .array([Self.object, ["id": "re_2"]]), "has_more": false]
        #expect(RefundTable.page(Self.answer(200, odd)) == .unavailable)
        let endless: JSONValue = ["data": .array([]), "has_more": true]
        #expect(RefundTable.page(Self.answer(200, endless)) == .unavailable)
    }

    @Test func theBytesSayWhatIsAsked() throws {
        let payment = try #require(Fixtures.paymentID)
        let draft = RefundDraft(
            id: RefundID(2, of: payment),
            intent: try #require(PaymentIntentID("pi_1")),
            minorUnits: 500,
            reason: .requestedByCustomer
        )
        let request = RefundRequests.create(draft, apiVersion: "v1")
        #expect(request.path == "/v1/refunds")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == "payment_intent=pi_1&amount=500&reason=requested_by_customer"
                + "&metadata%5Bpayonce_payment_id%5D=\(payment)&metadata%5Bpayonce_refund%5D=2"
        )
        #expect(RefundRequests.create(draft, apiVersion: "v1") == request)
        #expect(draft.id.stripeKey == "payonce-\(payment)-refund-2")
        let last = try #require(StripeRefundID("re_9"))
        #expect(
            RefundRequests.listPath(of: draft.intent, after: last, limit: 100)
                == "/v1/refunds?payment_intent=pi_1&limit=100&starting_after=re_9"
        )
    }
}
