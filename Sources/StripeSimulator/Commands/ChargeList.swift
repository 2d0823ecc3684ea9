/// `GET /v1/charges`
struct ChargeList {
    let query: ListQuery
    let customer: CustomerReference?
    let paymentIntent: String?
    let transferGroup: String?

    init(_ parameters: Parameters) throws(StripeError) {
        query = try ListQuery(
            parameters,
            of: .charge,
            filters: ["created", "customer", "payment_intent", "transfer_group"]
        )
        customer = try CustomerReference(parameters)
        paymentIntent = try parameters.nonEmpty("payment_intent")
        transferGroup = try parameters.nonEmpty("transfer_group")
    }
}
