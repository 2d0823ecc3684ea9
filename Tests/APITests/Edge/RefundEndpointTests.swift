import HTTPServer
import JSON
import Money
import Payments
import Testing

@testable import API

/// What `POST /payments/{id}/refunds` reads and says. Who may ask is settled before anything else.
@Suite("Refunds") struct RefundEndpointTests {
    private static let payment = "pay_0123456789abcdef0123456789abcdef"
    private static let path = "/payments/\(payment)/refunds"

    @Test(
        "are for the shop's own server",
        arguments: [
            (HTTPMethod.post, path), (.get, "/fulfillments"),
            (.post, "/fulfillments/ful_0123456789abcdef0123456789abcdef_succeeded/ack"),
        ]
    )
    func guests(_ method: HTTPMethod, _ path: String) async throws {
        let bench = try Bench()
        let request = HTTPRequest(method: method, path: path, headers: ["Idempotency-Key": "k"])
        let response = await bench.router.answer(request)
        #expect(response.status == 401)
        #expect(try response.code() == "api_key_required")
        #expect(response.headers["www-authenticate"] == "Bearer")
    }

    private static func view(_ state: RefundState, _ failure: String? = nil) throws -> RefundView {
        RefundView(
            id: RefundID(2, of: try #require(PaymentID(payment))),
            amount: Amount(minorUnits: 500, currency: .usd),
            state: state,
            failure: failure,
            isReplay: false
        )
    }

    @Test(
        "have a word for each state",
        arguments: [
            (RefundState.succeeded, "succeeded", nil), (.pending, "pending", nil),
            (.failed, "failed", "lost_card"), (.requested, "unknown", "outcome_unknown"),
            (.unresolved, "unknown", "outcome_unknown"),
            (.unrecognised("new"), "unknown", "outcome_unknown"),
        ]
    )
    func states(_ state: RefundState, _ word: String, _ code: String?) throws {
        let view = try Self.view(state, state == .failed ? "lost_card" : nil)
        let response = RefundTable.reply(to: .standing(view)).response
        let object = try response.object()
        #expect(response.status == 200)
        #expect(object["refundId"]?.string == "ref_0123456789abcdef0123456789abcdef_2")
        #expect(object["paymentId"]?.string == Self.payment)
        #expect(object["amount"]?.int64 == 500)
        #expect(object["currency"] == "usd")
        #expect(object["status"]?.string == word)
        #expect(object["code"]?.string == code)
        #expect((object["error"] == nil) == (code == nil))
    }

    @Test(
        "have an answer for each refusal",
        arguments: [
            (RefundRefusal.notFound, 404, "payment_not_found"),
            (.notRefundable, 409, "payment_not_refundable"),
            (.alreadyRefunded, 409, "already_refunded"), (.inProgress, 409, "refund_in_progress"),
            (.tooMuch(left: 7), 422, "refund_too_large"),
            (.keyReused, 422, "idempotency_key_reused"), (.unavailable, 503, "unavailable"),
        ]
    )
    func refusals(_ refusal: RefundRefusal, _ status: Int, _ code: String) throws {
        let response = RefundTable.reply(to: .refused(refusal)).response
        #expect(response.status == status)
        #expect(try response.code() == code)
        #expect(try !response.sentence().isEmpty)
    }

    @Test("are found under their payment only")
    func routes() {
        #expect(Route(path: Self.path) == .refunds(id: Self.payment))
        #expect(Route(path: "/payments//refunds") == .file)
        #expect(Route(path: Self.path + "/") == .file)
        #expect(Route(path: "/fulfillments") == .fulfillments)
        #expect(Route(path: "/fulfillments/x/ack") == .acknowledgement(id: "x"))
        #expect(Route(path: "/fulfillments/x") == .file)
        #expect(Route(path: "/refunds") == .file)
    }
}
