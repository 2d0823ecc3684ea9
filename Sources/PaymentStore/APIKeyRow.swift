/// An API key as it is stored.
public struct APIKeyRow: Hashable, Sendable {
    public let id: String
    /// `merchant` or `ops`; a newer program may know more.
    public let role: String
    public let name: String
    /// SHA-256 of the whole key.
    public let digest: [UInt8]
    public let times: Times

    /// Since 1970, by the database's clock.
    public struct Times: Hashable, Sendable {
        public let createdMicroseconds: Int64
        public let revokedMicroseconds: Int64?
        /// The last use, to the minute.
        public let usedMicroseconds: Int64?
    }
}
