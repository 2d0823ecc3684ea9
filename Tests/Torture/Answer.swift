import JSON
import TestKit

/// What a customer was told.
struct Answer: Sendable {
    let http: Int
    let status: String?
    let code: String?
    let payment: String?
    let intent: String?
    let amount: Int64?
    /// Of a sheet that is open, for the app.
    let secret: String?
    let isReplay: Bool
    /// What the shop said first.
    let fulfillment: String?
    /// As it came, for whoever has to look into it.
    let text: String

    init(_ answer: HttpAnswer) throws {
        let json = try answer.json()
        http = answer.status
        status = json["status"]?.string
        code = json["code"]?.string
        payment = json["paymentId"]?.string
        intent = json["paymentIntentId"]?.string
        amount = json["amount"]?.int64
        secret = (json["paymentIntent"] ?? json["clientSecret"])?.string
        fulfillment = json["fulfillment"]?.string
        isReplay = answer["Idempotent-Replayed"] == "true"
        text = "\(answer.status) \(answer.text)"
    }

    var isPaid: Bool { http == 200 && status == "succeeded" }
    var wantsChallenge: Bool { http == 200 && status == "requires_action" }
    /// Nobody has paid yet: the app that has it, or the customer whom the bank wants.
    var waitsForCustomer: Bool { http == 200 && status == "requires_payment_method" }
    /// The attempt is over and took no money.
    var isEnded: Bool { http == 200 && ["declined", "expired", "canceled"].contains(status) }
    /// Somebody with another key is at this order.
    var isElsewhere: Bool { http == 409 }
    /// Nobody has to ask again to know.
    var isKnown: Bool {
        isPaid || wantsChallenge || waitsForCustomer || isEnded || isElsewhere
    }

    var summary: String { "\(http) \(status ?? "-") \(code ?? "-")" }
}
