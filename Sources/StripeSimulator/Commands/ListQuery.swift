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
    /// What each element is to hold.
    let expansion: Expansion

    static let defaultLimit: Int64 = 10
    static let limits: ClosedRange<Int64> = 1...100

    /// `filters` are what this list knows beside the page.
    init(
        _ parameters: Parameters,
        of kind: ObjectKind,
        filters: Set<String>
    ) throws(StripeError) {
        try parameters.refuseUnknown(
            filters.union(["ending_before", "expand", "limit", "starting_after"])
        )
        // Stripe moves a limit into its range without a word.
        let limit = try parameters.integer("limit") ?? ListQuery.defaultLimit
        self.limit = Int(min(max(limit, ListQuery.limits.lowerBound), ListQuery.limits.upperBound))
        cursor = try ListQuery.cursor(parameters)
        created = try CreatedRange(parameters)
        expansion = try parameters.expansion(of: .list(kind))["data"]
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
