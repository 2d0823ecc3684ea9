import JSON

/// Makes an answer such as a later version of Stripe might give.
enum OddFields {
    /// Adds fields to every object but `metadata`, which is the caller's own, and a word nobody
    /// knows where a word was free to change without changing what happened.
    static func applied(to value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object): .object(applied(to: object))
        case .array(let values): .array(values.map(applied))
        case .null, .bool, .number, .string: value
        }
    }

    private static func applied(to object: JSONObject) -> JSONObject {
        var odd: JSONObject = ["a_field_of_tomorrow": ["nested": [1, "two", nil, true]]]
        for (key, value) in object {
            switch key {
            case "metadata": odd[key] = value
            case "brand", "funding", "capture_method", "network_status":
                odd[key] = value.isNull ? nil : "a_word_of_tomorrow"
            default: odd[key] = applied(to: value)
            }
        }
        return odd
    }
}
