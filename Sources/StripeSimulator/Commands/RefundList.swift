/// `GET /v1/refunds`
struct RefundList {
    let query: ListQuery
    let charge: String?
    let paymentIntent: String?

    init(_ parameters: Parameters) throws(StripeError) {
        query = try ListQuery(
            parameters,
            of: .refund,
            filters: ["charge", "created", "payment_intent"]
        )
        charge = try parameters.nonEmpty("charge")
        paymentIntent = try parameters.nonEmpty("payment_intent")
    }
}
