/// `POST /v1/refunds`
struct CreateRefund {
    enum Target {
        case charge(String)
        case paymentIntent(String)
    }

    let target: Target
    /// `nil` for all that is left.
    let amount: Int64?
    let reason: RefundReason?
    let metadata: MetadataChange
    let expansion: Expansion

    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown(CreateRefund.known.union(CreateRefund.unsimulated))
        try parameters.refuseUnsimulated(CreateRefund.unsimulated)
        target = try CreateRefund.target(parameters)
        amount = try parameters.integer("amount")
        if let amount, amount <= 0 { throw .belowOne("amount") }
        reason = try parameters.choice("reason", RefundReason.self)
        metadata = try parameters.metadata() ?? MetadataChange()
        expansion = try parameters.expansion(of: .refund)
    }

    private static func target(_ parameters: Parameters) throws(StripeError) -> Target {
        let charge = try parameters.nonEmpty("charge")
        let intent = try parameters.nonEmpty("payment_intent")
        switch (charge, intent) {
        case (let id?, nil): return .charge(id)
        case (nil, let id?): return .paymentIntent(id)
        case (nil, nil): throw .refundOfNothing
        case (.some, .some): throw .onlyOneOf("charge", "payment_intent")
        }
    }

    private static let known: Set<String> = [
        "amount", "charge", "expand", "metadata", "payment_intent", "reason",
    ]

    private static let unsimulated = [
        "currency", "customer", "instructions_email", "origin", "refund_application_fee",
        "reverse_transfer",
    ]
}
