/// `GET /v1/customers`
struct CustomerList {
    let query: ListQuery
    /// Case counts.
    let email: String?

    init(_ parameters: Parameters) throws(StripeError) {
        query = try ListQuery(
            parameters,
            of: .customer,
            filters: ["created", "email", "test_clock"]
        )
        try parameters.refuseUnsimulated(["test_clock"])
        email = try parameters.nonEmpty("email")
    }
}
