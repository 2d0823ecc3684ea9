/// What is asked of Disputes.
enum DisputeCommand {
    case list(DisputeList)
    case retrieve(String, Expansion)
    case update(String, UpdateDispute)
    case close(String, Expansion)
}

/// `GET /v1/disputes`
struct DisputeList {
    let query: ListQuery
    let charge: String?
    let paymentIntent: String?

    init(_ parameters: Parameters) throws(StripeError) {
        query = try ListQuery(
            parameters,
            of: .dispute,
            filters: ["charge", "created", "payment_intent"]
        )
        charge = try parameters.nonEmpty("charge")
        paymentIntent = try parameters.nonEmpty("payment_intent")
    }
}

/// `POST /v1/disputes/{id}`: of the evidence only the free text counts, as with Stripe's test
/// cards.
struct UpdateDispute {
    let text: String?
    let submits: Bool
    let metadata: MetadataChange
    let expansion: Expansion

    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown(["evidence", "expand", "metadata", "submit"])
        text = try parameters.nested("evidence")?.nonEmpty("uncategorized_text")
        submits = try parameters.flag("submit") ?? true
        metadata = try parameters.metadata() ?? MetadataChange()
        expansion = try parameters.expansion(of: .dispute)
    }
}
