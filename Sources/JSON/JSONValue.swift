/// A JSON text as a value (RFC 8259), with object members in their order and numbers as written.
///
/// Not Foundation's: that one does not see duplicate keys, reads every number through `Double`, and
/// takes four times as long for one of Stripe's answers.
///
/// Two values are equal when they have the same members in the same order; `1` and `1.0` differ.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// Reads exactly one value, with nothing but white space around it.
    ///
    /// - Throws: `JSONError`, the first fault met from the left.
    public static func parse(
        _ bytes: [UInt8],
        limits: JSONLimits
    ) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes, limits: limits)
        return try parser.document()
    }

    /// The value as UTF-8. What was parsed comes back with the same numbers, digit for digit.
    public func encoded(_ layout: JSONLayout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.append(self)
        return writer.output
    }
}

extension JSONValue {
    public var isNull: Bool { self == .null }

    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    public var number: JSONNumber? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The number, where it is written as an integer: `1.0`, `1e2` and `-0` are none.
    public var int64: Int64? { number?.int64 }

    public var array: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    public var object: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// The member of that name; `nil` where there is none or the value is no object. A member that
    /// is `null` is `.null`.
    public subscript(key: String) -> JSONValue? { object?[key] }
}
