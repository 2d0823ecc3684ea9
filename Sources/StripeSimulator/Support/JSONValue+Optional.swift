import JSON

extension JSONValue {
    /// The text, or `null`.
    init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }

    /// The number, or `null`.
    init(_ number: Int64?) {
        self = number.map { .number(JSONNumber($0)) } ?? .null
    }

    init(_ texts: [String]) {
        self = .array(texts.map(JSONValue.string))
    }
}
