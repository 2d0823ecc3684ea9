/// What the engine reads of an HTTP request.
public struct SimulatorRequest: Sendable {
    public var method: String
    /// As it came, without the query.
    public var path: String
    public var query: String?
    public var authorization: String?
    public var idempotencyKey: String?
    public var version: String?
    public var contentType: String?
    public var body: [UInt8]
    /// Whether the connection carried a request before.
    public var isConnectionReused: Bool

    public init(
        method: String,
        path: String,
        query: String? = nil,
        authorization: String? = nil,
        idempotencyKey: String? = nil,
        version: String? = nil,
        contentType: String? = nil,
        body: [UInt8] = [],
        isConnectionReused: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.authorization = authorization
        self.idempotencyKey = idempotencyKey
        self.version = version
        self.contentType = contentType
        self.body = body
        self.isConnectionReused = isConnectionReused
    }
}
