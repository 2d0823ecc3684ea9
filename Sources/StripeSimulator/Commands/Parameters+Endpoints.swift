extension Parameters {
    func expansion(of kind: ObjectKind) throws(StripeError) -> Expansion {
        try Expansion.parse(try texts("expand") ?? [], of: kind)
    }

    /// For calls that take nothing else.
    func onlyExpansion(of kind: ObjectKind) throws(StripeError) -> Expansion {
        try refuseUnknown(["expand"])
        return try expansion(of: kind)
    }

    /// Refuses what Stripe knows and this simulator does not do: better than to seem to do it.
    func refuseUnsimulated(_ names: [String]) throws(StripeError) {
        for key in names where has(key) {
            throw StripeError(
                "The simulator knows the parameter `\(key)` but does not simulate it.",
                parameter: name(key)
            )
        }
    }
}
