/// What a handler answers.
///
/// The server itself writes `Content-Length`, `Connection` and, unless the handler set one, `Date`.
/// Fields named `Content-Length`, `Connection`, `Transfer-Encoding` or the like here are left out,
/// as are fields whose name is not a token; control characters in a value become spaces. So a value
/// that came from outside cannot start a second header or a second response.
public struct HTTPResponse: Sendable {
    /// 200 to 599. Anything else is our mistake and is sent as an empty 500.
    public var status: Int
    /// Sent in this order. Values should be ASCII; others are sent as UTF-8.
    public var headers: HTTPHeaders
    /// Not sent for HEAD, 204 and 304.
    public var body: [UInt8]
    public var delivery: Delivery
    /// Whether this is the last answer on the connection.
    public var closesConnection: Bool

    public init(
        status: Int,
        headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [],
        delivery: Delivery = .whole,
        closesConnection: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
        self.closesConnection = closesConnection
    }
}
