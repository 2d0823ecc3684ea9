import Payments

/// Makes the bytes of a refund, and the address of the list of an intent's refunds.
/// https://docs.stripe.com/api/refunds/create
enum RefundRequests {
    static let path = "/v1/refunds"
    /// The metadata that names the refund within the payment.
    static let numberKey = "payonce_refund"

    /// The amount always stands there: "all that is left" would be another sum when it is repeated.
    static func create(_ draft: RefundDraft, apiVersion: String) -> FrozenRequest {
        let metadata = [
            FormField(IntentDecoder.paymentIDKey, .text(draft.id.payment.description)),
            FormField(numberKey, .text(String(draft.id.number))),
        ]
        let fields = [
            FormField("payment_intent", .text(draft.intent.description)),
            FormField("amount", .text(String(draft.minorUnits))),
            FormField("reason", .text(draft.reason.rawValue)),
            FormField("metadata", .fields(metadata)),
        ]
        return FrozenRequest(path: path, body: FormEncoder.encode(fields), apiVersion: apiVersion)
    }

    static func listPath(
        of intent: PaymentIntentID,
        after last: StripeRefundID?,
        limit: Int
    ) -> String {
        var fields = [
            FormField("payment_intent", .text(intent.description)),
            FormField("limit", .text(String(limit))),
        ]
        if let last { fields.append(FormField("starting_after", .text(last.description))) }
        return path + "?" + String(decoding: FormEncoder.encode(fields), as: UTF8.self)
    }
}
