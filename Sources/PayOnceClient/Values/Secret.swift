/// A text that must not be read in a log: it prints as `***`, under `dump` too.
public struct Secret: Hashable, Sendable {
    private let text: String

    public init(_ text: String) { self.text = text }

    /// The text itself, for the SDK or the request that needs it.
    public func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Decodable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }
}
