/// `GET /v1/events`
struct EventList {
    let query: ListQuery
    /// `payment_intent.*` and its like; all where there is none.
    let types: [Glob]

    /// Stripe's own bound on `types`.
    static let typeLimit = 20

    init(_ parameters: Parameters) throws(StripeError) {
        query = try ListQuery(
            parameters,
            of: .opaque,
            filters: ["created", "delivery_success", "type", "types"]
        )
        try parameters.refuseUnsimulated(["delivery_success"])
        let type = try parameters.nonEmpty("type")
        let several = try parameters.texts("types")
        if type != nil, several != nil { throw .onlyOneOf("type", "types") }
        let names = several ?? type.map { [$0] } ?? []
        guard names.count <= EventList.typeLimit else {
            throw StripeError(
                "You may specify up to \(EventList.typeLimit) types.",
                parameter: "types"
            )
        }
        types = names.map(Glob.init)
    }

    func includes(_ type: EventType) -> Bool {
        types.isEmpty || types.contains { $0.matches(type.rawValue) }
    }
}
