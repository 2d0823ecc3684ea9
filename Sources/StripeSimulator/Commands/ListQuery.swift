/// A page of a list, newest first.
struct ListQuery {
    enum Cursor: Hashable {
        case startingAfter(String)
        case endingBefore(String)

        var id: String {
            switch self {
            case .startingAfter(let id), .endingBefore(let id): id
            }
        }

        var parameter: String {
            switch self {
            case .startingAfter: "starting_after"
            case .endingBefore: "ending_before"
            }
        }
    }

    let limit: Int
    let cursor: Cursor?
    let created: CreatedRange
    let customer: String?
    /// For charges only.
    let paymentIntent: String?
    let transferGroup: String?
    /// What each element is to hold.
    let expansion: Expansion

    static let defaultLimit: Int64 = 10
    static let limits: ClosedRange<Int64> = 1...100

    init(_ parameters: Parameters, of kind: ObjectKind) throws(StripeError) {
        try parameters.refuseUnknown(ListQuery.known(kind))
        try parameters.refuseUnsimulated(["customer_account"])
        // Stripe moves a limit into its range without a word.
        let limit = try parameters.integer("limit") ?? ListQuery.defaultLimit
        self.limit = Int(min(max(limit, ListQuery.limits.lowerBound), ListQuery.limits.upperBound))
        cursor = try ListQuery.cursor(parameters)
        created = try CreatedRange(parameters)
        customer = try parameters.nonEmpty("customer")
        paymentIntent = try parameters.nonEmpty("payment_intent")
        transferGroup = try parameters.nonEmpty("transfer_group")
        expansion = try parameters.expansion(of: .list(kind))["data"]
    }

    private static func known(_ kind: ObjectKind) -> Set<String> {
        let all: Set<String> = [
            "created", "customer", "ending_before", "expand", "limit", "starting_after",
        ]
        switch kind {
        case .charge: return all.union(["payment_intent", "transfer_group"])
        case .paymentIntent: return all.union(["customer_account"])
        case .paymentMethod, .opaque, .list: return all
        }
    }

    private static func cursor(_ parameters: Parameters) throws(StripeError) -> Cursor? {
        let after = try parameters.nonEmpty("starting_after")
        let before = try parameters.nonEmpty("ending_before")
        switch (after, before) {
        case (nil, nil): return nil
        case (let after?, nil): return .startingAfter(after)
        case (nil, let before?): return .endingBefore(before)
        case (.some, .some): throw .bothCursors
        }
    }
}
