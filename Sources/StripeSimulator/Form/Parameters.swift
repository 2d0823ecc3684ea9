import JSON

/// The parameters of a request, or a group inside them, read as strictly as Stripe does.
struct Parameters {
    private let map: FormMap
    /// `payment_method_options[card]`, or empty at the top.
    private let group: String

    init(_ map: FormMap, group: String = "") {
        self.map = map
        self.group = group
    }

    /// The parameter's name as errors write it.
    func name(_ key: String) -> String {
        group.isEmpty ? key : "\(group)[\(key)]"
    }

    func has(_ key: String) -> Bool { map[key] != nil }

    var keys: [String] { map.names }

    func refuseUnknown(_ known: Set<String>) throws(StripeError) {
        let unknown = map.names.filter { !known.contains($0) }
        guard unknown.isEmpty else { throw .unknown(unknown.map(name)) }
    }

    /// A text, which may be empty: that unsets.
    func text(_ key: String) throws(StripeError) -> String? {
        switch map[key] {
        case nil: return nil
        case .text(let text): return text
        case .list, .map: throw .invalid("string", name(key))
        }
    }

    func nonEmpty(_ key: String) throws(StripeError) -> String? {
        guard let text = try text(key) else { return nil }
        guard !text.isEmpty else { throw .empty(name(key)) }
        return text
    }

    func required(_ key: String) throws(StripeError) -> String {
        guard let text = try nonEmpty(key) else { throw .missing(name(key)) }
        return text
    }

    func integer(_ key: String) throws(StripeError) -> Int64? {
        guard let text = try nonEmpty(key) else { return nil }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int64(text)
        else { throw .invalidInteger(text, name(key)) }
        return number
    }

    func flag(_ key: String) throws(StripeError) -> Bool? {
        guard let text = try nonEmpty(key) else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default: throw .invalid("boolean: \(text)", name(key))
        }
    }

    func choice<Choice>(_ key: String, _: Choice.Type) throws(StripeError) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = try nonEmpty(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw .notOneOf(Choice.allCases.map(\.rawValue), name(key))
        }
        return choice
    }

    func nested(_ key: String) throws(StripeError) -> Parameters? {
        switch map[key] {
        case nil: return nil
        case .map(let inner): return Parameters(inner, group: name(key))
        case .text(""): return Parameters(FormMap(), group: name(key))
        case .text, .list: throw .invalid("object", name(key))
        }
    }

    /// A list, written `a[]=…` or `a[0]=…`.
    func texts(_ key: String) throws(StripeError) -> [String]? {
        let values: [FormValue]
        switch map[key] {
        case nil: return nil
        case .list(let list): values = list
        case .map(let inner): values = inner.entries.map(\.value)
        case .text(""): values = []
        case .text: throw .invalid("array", name(key))
        }
        var texts: [String] = []
        for value in values {
            guard case .text(let text) = value else { throw .invalid("array", name(key)) }
            texts.append(text)
        }
        return texts
    }

    /// What is kept as it came.
    func json(_ key: String) -> JSONValue? { map[key]?.json }
}
