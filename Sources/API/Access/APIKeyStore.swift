public import Payments

/// Where the API keys are kept.
public protocol APIKeyStore: Sendable {
    /// The key of that id; `nil` where there is none, or it was revoked.
    func key(_ id: String) async throws(StoreFailure) -> StoredAPIKey?
    /// Notes that it is in use. Where that cannot be written, the request is answered all the same.
    func noteUse(of id: String) async
}

/// A key as it is kept.
public struct StoredAPIKey: Sendable, Hashable {
    public let key: APIKey
    /// Of its text, see `APIKeyText`.
    public let digest: [UInt8]

    public init(key: APIKey, digest: [UInt8]) {
        self.key = key
        self.digest = digest
    }
}
