import Money
import Payments
import Testing

@testable import API

@Suite("What a request that charged nothing is told")
struct RefusalTableTests {
    static let table: [(PaymentRefusal, Int, String, String?)] = [
        (.keyReused, 422, "idempotency_key_reused", nil),
        (.cvcTokenUsed, 400, "cvc_token_used", nil),
        (.cvcRequired, 400, "cvc_required", nil),
        (.keyRequired, 400, "idempotency_key_required", nil),
        (.methodRequired, 400, "payment_method_required", nil),
        (.orderAlreadyPaid, 409, "order_already_paid", nil),
        (.paymentInProgress, 409, "payment_in_progress", nil),
        (.rateLimited(wait: .seconds(60)), 429, "rate_limited", "60"),
        // A client that comes a moment too early would be refused again.
        (.rateLimited(wait: .milliseconds(59_001)), 429, "rate_limited", "60"),
        (.rateLimited(wait: .zero), 429, "rate_limited", "1"),
        (.methodNotFound, 404, "payment_method_not_found", nil),
        (.order(.fixedOtherwise), 409, "order_fixed", nil),
        (.order(.inUse), 409, "order_in_use", nil),
        (.orderNotFound, 404, "order_not_found", nil),
        (.customerRequired, 401, "customer_token_required", nil),
        (.tooManyReplacements, 429, "too_many_replacements", "3600"),
        (.notFound, 404, "payment_not_found", nil),
        (.contradictsPayment, 422, "purchase_mismatch", nil),
        (.overloaded, 503, "overloaded", "1"),
        (.unavailable, 503, "unavailable", "5"),
        (.pricing(.outsideLimits(.overflow)), 400, "amount_out_of_range", nil),
    ]

    @Test("Status, code and when to come back; neither ids nor secrets", arguments: table)
    func reply(_ refusal: PaymentRefusal, _ status: Int, _ code: String, _ wait: String?) throws {
        let response = RefusalTable.reply(to: refusal).response
        #expect(response.status == status)
        #expect(try response.object().keys == ["error", "code"])
        #expect(try response.code() == code)
        #expect(response.headers["retry-after"] == wait)
    }

    @Test("A cart without a price says which item")
    func pricing() throws {
        let item = try #require(ItemID("camera"))
        let unknown = RefusalTable.reply(to: .pricing(.unknownItem(item))).response
        #expect(unknown.status == 400)
        #expect(try unknown.code() == "unknown_item")
        #expect(try unknown.sentence().contains("camera"))
        let unpriced = RefusalTable.reply(to: .pricing(.noPrice(item, .eur))).response
        #expect(unpriced.status == 400)
        #expect(try unpriced.code() == "no_price")
        #expect(try unpriced.sentence().contains("camera has no price in EUR"))
        let least = Amount(minorUnits: 50, currency: .usd)
        let small = RefusalTable.reply(to: .pricing(.outsideLimits(.belowMinimum(least)))).response
        #expect(try small.sentence().contains("at least 0.50 USD"))
    }

    @Test("A payment that cannot be canceled says where it stands, without its secret")
    func notCancelable() throws {
        let view = try Samples.view(.succeeded(try Samples.secret()))
        let response = RefusalTable.reply(to: .notCancelable(view)).response
        let body = try response.object()
        #expect(response.status == 409)
        #expect(body["code"]?.string == "payment_not_cancelable")
        #expect(body["status"]?.string == "succeeded")
        #expect(body["paymentId"]?.string == Samples.paymentText)
        #expect(!response.text.contains("secret"))
    }
}
