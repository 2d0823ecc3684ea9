/// `GET /v1/payment_methods`, and the same list as a part of a customer.
struct MethodList {
    enum Owner {
        case parameter(CustomerReference)
        case path(String)
    }

    let query: ListQuery
    let owner: Owner
    let allowRedisplay: AllowRedisplay?
    /// Whether cards are among what is asked for; there is nothing else.
    let wantsCards: Bool

    init(_ parameters: Parameters) throws(StripeError) {
        try self.init(parameters, filters: ["customer", "customer_account"]) {
            () throws(StripeError) in
            guard let customer = try CustomerReference(parameters) else {
                throw StripeError(
                    "The simulator lists PaymentMethods for a customer only.",
                    parameter: "customer"
                )
            }
            return .parameter(customer)
        }
    }

    init(_ parameters: Parameters, of customer: String) throws(StripeError) {
        try self.init(parameters, filters: []) { .path(customer) }
    }

    private init(
        _ parameters: Parameters,
        filters: Set<String>,
        owner: () throws(StripeError) -> Owner
    ) throws(StripeError) {
        query = try ListQuery(
            parameters,
            of: .paymentMethod,
            filters: filters.union(["allow_redisplay", "type"])
        )
        self.owner = try owner()
        allowRedisplay = try parameters.choice("allow_redisplay", AllowRedisplay.self)
        wantsCards = try parameters.nonEmpty("type").map { $0 == "card" } ?? true
    }
}
