/// A step that was asked of Stripe. Its bytes may hold secrets and stay where they are.
public struct TimelineStep: Hashable, Sendable {
    public let name: String
    public let number: Int64
    public let path: String
    public let apiVersion: String
    /// When it was made durable, since 1970, by the database's clock.
    public let unixMicroseconds: Int64

    public init(
        name: String,
        number: Int64,
        path: String,
        apiVersion: String,
        unixMicroseconds: Int64
    ) {
        self.name = name
        self.number = number
        self.path = path
        self.apiVersion = apiVersion
        self.unixMicroseconds = unixMicroseconds
    }
}
