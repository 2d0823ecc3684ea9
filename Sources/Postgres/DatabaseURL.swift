/// Where the database is: a libpq URL or conninfo string, with several hosts if there are several.
/// It holds a password, so it prints as `***`.
public struct DatabaseURL: Sendable, ExpressibleByStringLiteral {
    let text: String

    public init(_ text: String) { self.text = text }

    public init(stringLiteral text: String) { self.init(text) }
}

extension DatabaseURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
