/// Where a payment stands, by an answer with 200.
enum Standing: Hashable, Sendable {
    case paid(Receipt)
    case challenge(Challenge)
    case declined(Explanation)
    case expired(Explanation)
    case canceled(Explanation)
    case processing
    /// The service does not know yet, or this library does not know its word.
    case unknown
    /// Waits for the customer in a sheet, or on session: nothing is charged so far.
    case unpaid
    /// Confirmed by the server; the sheet goes on with it.
    case inSheet(Secret)
}

extension Standing {
    /// Reads strictly: a body that says two things at once, or one thing halfway, is `unknown`.
    init(_ body: PaymentBody) {
        let receipt = Receipt(
            paymentId: body.paymentId,
            paymentIntentId: body.paymentIntentId,
            amount: body.amount,
            currency: body.currency,
            fulfillment: body.fulfillment
        )
        switch body.status {
        case "succeeded" where body.error == nil && body.requiresAction == nil:
            self = .paid(receipt)
        case "requires_action" where body.error == nil && body.requiresAction == true:
            self = Challenge(body).map(Standing.challenge) ?? .unknown
        case "processing": self = .processing
        case "declined", "expired", "canceled", "requires_payment_method":
            self = body.explanation.map { Standing.ended(body.status, $0) } ?? .unknown
        default: self = .unknown
        }
    }

    private static func ended(_ status: String, _ why: Explanation) -> Standing {
        switch status {
        case "declined": .declined(why)
        case "expired": .expired(why)
        case "canceled": .canceled(why)
        default: .unpaid
        }
    }
}

/// The members of a payment's answer that this library reads. Others may come.
struct PaymentBody: Decodable, Hashable {
    var status: String
    var paymentId: String?
    var paymentIntentId: String?
    var amount: Int64?
    var currency: String?
    var clientSecret: Secret?
    var requiresAction: Bool?
    var error: String?
    var code: String?
    var declineCode: String?
    var fulfillment: String?

    /// `nil` where the sentence or the word is missing, or a secret stands beside them.
    var explanation: Explanation? {
        guard let error, !error.isEmpty, let code, clientSecret == nil else { return nil }
        return Explanation(sentence: error, code: code, declineCode: declineCode)
    }
}

extension Challenge {
    fileprivate init?(_ body: PaymentBody) {
        guard let secret = body.clientSecret, let intent = secret.intent else { return nil }
        self.init(
            clientSecret: secret,
            paymentIntentId: body.paymentIntentId ?? intent,
            paymentId: body.paymentId
        )
    }
}
