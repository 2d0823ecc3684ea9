import JSON
import TestKit

/// A refund that the shop asked for, under one key, and what it was told.
struct Refund: Sendable {
    let purchase: Int
    let payment: String
    let key: String
    /// `nil`: all that is left.
    let amount: Int64?
    private(set) var told: [Answer] = []

    init(_ key: String, of payment: String, _ purchase: Int, _ amount: Int64?) {
        self.key = "\(key)-\(payment)"
        self.payment = payment
        self.purchase = purchase
        self.amount = amount
    }

    struct Answer: Sendable {
        let http: Int
        let status: String?
        let code: String?
        let refund: String?
        let amount: Int64?
        let text: String

        init(_ answer: HttpAnswer) throws {
            let json = try answer.json()
            http = answer.status
            status = json["status"]?.string
            code = json["code"]?.string
            refund = json["refundId"]?.string
            amount = json["amount"]?.int64
            text = "\(answer.status) \(answer.text)"
        }

        var hasGiven: Bool { http == 200 && ["succeeded", "pending"].contains(status) }
        /// Nobody has to ask again to know.
        var isKnown: Bool {
            switch http {
            case 200: status != "unknown"
            case 409: code != "refund_in_progress"
            case 422: true
            default: false
            }
        }
    }

    mutating func heard(_ answers: [Answer]) { told += answers }

    func call(by authorization: String) -> HttpCall {
        var body: JSONObject = ["reason": "requested_by_customer"]
        if let amount { body["amount"] = .number(JSONNumber(amount)) }
        var call = HttpCall("POST", "/payments/\(payment)/refunds", json: .object(body))
        call.fields += [("Authorization", authorization), ("Idempotency-Key", key)]
        return call
    }
}
