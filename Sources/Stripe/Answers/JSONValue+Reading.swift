import JSON

/// Reading what others send: a member that is not as expected is a member that is not there.
extension JSONValue {
    /// A word of Stripe's or an id.
    func word(_ key: String) -> String? { text(key, longest: StoredText.longestWord) }

    func text(_ key: String, longest: Int) -> String? {
        self[key]?.string.map { StoredText.cleaned($0, longest: longest) }
    }

    /// A whole number, also where it is written as `1099.0`.
    func whole(_ key: String) -> Int64? { self[key]?.number?.wholeInt64 }

    /// The id of an object that may be expanded; `nil` where there is none. Something that is there
    /// but cannot be read is not nothing.
    func reference(_ key: String) -> String? {
        switch self[key] {
        case nil, .null?: nil
        case .string?: word(key)
        case .object(let object)?: JSONValue.object(object).word("id") ?? JSONValue.unreadable
        case .bool?, .number?, .array?: JSONValue.unreadable
        }
    }

    private static let unreadable = "unreadable"
}
