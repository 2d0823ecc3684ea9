/// Which references an answer holds as whole objects: the `expand[]` of a request.
struct Expansion {
    private var children: [String: Expansion] = [:]

    static let none = Expansion()

    /// Stripe's own bound on the dots of a path.
    static let depthLimit = 4

    func contains(_ name: String) -> Bool { children[name] != nil }

    subscript(name: String) -> Expansion { children[name] ?? .none }

    /// - Throws: a refusal where a path names what cannot be expanded.
    static func parse(_ paths: [String], of kind: ObjectKind) throws(StripeError) -> Expansion {
        var expansion = Expansion()
        for path in paths {
            let names = path.split(separator: ".", omittingEmptySubsequences: false)
            guard names.count <= depthLimit else {
                throw StripeError(
                    "You cannot expand more than \(depthLimit) levels of a property. Property: "
                        + path
                )
            }
            try check(names[...], in: kind, path: path)
            expansion.add(names[...])
        }
        return expansion
    }

    private static func check(
        _ names: ArraySlice<Substring>,
        in kind: ObjectKind,
        path: String
    ) throws(StripeError) {
        guard let name = names.first else { return }
        guard let target = kind.reference(name) else {
            throw StripeError("This property cannot be expanded (\(path)).")
        }
        try check(names.dropFirst(), in: target, path: path)
    }

    private mutating func add(_ names: ArraySlice<Substring>) {
        guard let name = names.first else { return }
        children[String(name), default: .none].add(names.dropFirst())
    }
}
