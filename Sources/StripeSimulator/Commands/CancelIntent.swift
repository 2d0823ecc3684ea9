/// `POST /v1/payment_intents/{id}/cancel`
struct CancelIntent {
    let reason: CancellationReason?
    let expansion: Expansion

    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown(["cancellation_reason", "expand"])
        reason = try parameters.choice("cancellation_reason", CancellationReason.self)
        expansion = try parameters.expansion(of: .paymentIntent)
    }
}
