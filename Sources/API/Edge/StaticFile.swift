/// A file for browsers.
public struct StaticFile: Sendable, Hashable {
    public let contentType: String
    public let bytes: [UInt8]

    public init(contentType: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.bytes = bytes
    }
}
