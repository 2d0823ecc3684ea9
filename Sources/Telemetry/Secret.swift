/// Bytes that must not be seen: keys, passwords, tokens. Shows itself as `***` wherever a value is
/// shown, under `dump` and inside other values too; `reveal` says in the code where it is used.
public struct Secret: Sendable {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// How many bytes there are; that much may be known.
    public var count: Int { bytes.count }

    public func revealBytes() -> [UInt8] { bytes }

    /// As UTF-8.
    public func revealText() -> String { String(decoding: bytes, as: UTF8.self) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.mark }
    public var debugDescription: String { Redaction.mark }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
