/// A datum in a log record.
public enum LogValue: Hashable, Sendable {
    /// Redacted and cut to `LogRecord.longestString` when it is written.
    case string(String)
    case int(Int64)
    case bool(Bool)
    /// Written as whole microseconds, with `Microseconds` appended to the key.
    case duration(Duration)
}

extension LogValue {
    public static func int(_ value: Int) -> LogValue { .int(Int64(value)) }

    /// What the value's own `description` says: for errors, ids and states.
    public static func describing(_ value: some CustomStringConvertible) -> LogValue {
        .string(value.description)
    }
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .int(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
