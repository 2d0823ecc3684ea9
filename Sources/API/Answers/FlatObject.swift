import JSON

/// The JSON object of an answer: strings, integers and booleans, nothing else. Shipped clients fail
/// on a nested object, on an array and on `null`, so there is no way to write one; a value that is
/// missing is left out.
struct FlatObject: Sendable, Hashable {
    private var members = JSONObject()

    /// A member that is a text.
    subscript(name: String) -> String? { members[name]?.string }

    mutating func set(_ name: String, to text: String?) {
        if let text { members[name] = .string(text) }
    }

    mutating func set(_ name: String, to integer: Int64) {
        members[name] = .number(JSONNumber(integer))
    }

    /// For flags that clients only look for, `true` or absent: Flutter's takes `false` for a sign
    /// of neither success nor challenge.
    mutating func raise(_ name: String) {
        members[name] = .bool(true)
    }

    /// For service endpoints, where `false` is an answer.
    mutating func set(_ name: String, to flag: Bool) {
        members[name] = .bool(flag)
    }

    var json: JSONValue { .object(members) }

    var encoded: [UInt8] { json.encoded() }
}
