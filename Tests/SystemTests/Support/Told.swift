import JSON
import TestKit

/// What the service told somebody about a payment.
struct Told: Sendable {
    let answer: HttpAnswer
    let json: JSONValue

    init(_ answer: HttpAnswer) throws {
        self.answer = answer
        json = try answer.json()
    }

    var http: Int { answer.status }
    var status: String? { json["status"]?.string }
    var code: String? { json["code"]?.string }
    var error: String? { json["error"]?.string }
    var payment: String? { json["paymentId"]?.string }
    var intent: String? { json["paymentIntentId"]?.string }
    var clientSecret: String? { json["clientSecret"]?.string }
    var amount: Int64? { json["amount"]?.int64 }
    var isReplay: Bool { answer["Idempotent-Replayed"] == "true" }

    var isPaid: Bool { http == 200 && status == "succeeded" }
    /// In few words, for the comment of a failure.
    var summary: String { "\(http) \(status ?? "-") \(code ?? "-")" }

    /// The service does not know yet, and says so.
    var isOpen: Bool { http == 200 && (status == "unknown" || status == "processing") }
    /// Nothing was sent, or nothing executed; the same request may be sent again.
    var isUnavailable: Bool { http == 503 }
    /// The attempt is over and took no money.
    var isEnded: Bool {
        http == 200 && ["declined", "expired", "canceled"].contains(status)
    }
}

extension [Told] {
    /// How many were told what.
    var summary: String {
        Dictionary(grouping: self, by: \.summary).map { "\($0.value.count) × \($0.key)" }.sorted()
            .joined(separator: ", ")
    }
}
