/// A request whose head and body have arrived whole and are free of ambiguity.
public struct HTTPRequest: Sendable {
    public let method: HTTPMethod
    /// The target without its query, not percent-decoded; starts with `/` (or is `*` for OPTIONS).
    public let path: String
    /// What follows the first `?` of the target, not decoded; `nil` where there is no `?`.
    public let query: String?
    /// Values are decoded as Latin-1: every byte is one scalar, so that two different values stay
    /// different whatever bytes a client sends.
    public let headers: HTTPHeaders
    public let body: [UInt8]
    /// The address at the other end of the connection (a proxy's, where there is one), without
    /// port.
    public let peer: String
    /// Whether the connection carried no request before this one.
    public let isFirstOnConnection: Bool

    public init(
        method: HTTPMethod,
        path: String,
        query: String? = nil,
        headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [],
        peer: String = "127.0.0.1",
        isFirstOnConnection: Bool = true
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
        self.isFirstOnConnection = isFirstOnConnection
    }
}
