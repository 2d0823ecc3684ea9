/// `GET /v1/payment_intents`
struct IntentList {
    let query: ListQuery
    let customer: CustomerReference?

    init(_ parameters: Parameters) throws(StripeError) {
        query = try ListQuery(
            parameters,
            of: .paymentIntent,
            filters: ["created", "customer", "customer_account"]
        )
        customer = try CustomerReference(parameters)
    }
}
