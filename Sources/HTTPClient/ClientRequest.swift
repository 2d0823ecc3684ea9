/// One request, with the bytes exactly as they are to leave.
public struct ClientRequest: Sendable {
    public enum Method: String, Sendable, Hashable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    public var method: Method
    /// Absolute, `http` or `https`.
    public var url: String
    /// Sent in this order. libcurl adds `Host`, `Accept`, `User-Agent` and the length of the body;
    /// a body without a `Content-Type` of its own goes as `application/x-www-form-urlencoded`.
    public var headers: [(String, String)]
    /// Sent with `Content-Length`. A `get` never has one.
    public var body: [UInt8]

    public init(
        method: Method,
        url: String,
        headers: [(String, String)] = [],
        body: [UInt8] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
