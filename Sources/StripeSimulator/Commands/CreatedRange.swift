/// `created=1234`, or `created[gte]=…` and its like.
struct CreatedRange: Hashable {
    /// Both ends belong to it.
    private(set) var from = Int64.min
    private(set) var through = Int64.max

    init() {}

    init(_ parameters: Parameters) throws(StripeError) {
        do {
            guard let bounds = try parameters.nested("created") else { return }
            try bounds.refuseUnknown(["gt", "gte", "lt", "lte"])
            if let bound = try bounds.integer("gt") { from = max(from, bound + 1) }
            if let bound = try bounds.integer("gte") { from = max(from, bound) }
            if let bound = try bounds.integer("lt") { through = min(through, bound - 1) }
            if let bound = try bounds.integer("lte") { through = min(through, bound) }
        } catch  where error == .invalid("object", "created") {
            guard let moment = try parameters.integer("created") else { return }
            from = moment
            through = moment
        }
    }

    func contains(_ time: Int64) -> Bool { from <= time && time <= through }
}
