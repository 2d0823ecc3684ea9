/// A whole answer: its head was ended, and its body has the length that the head promised.
public struct ClientResponse: Sendable {
    /// 200 to 599; interim answers (1xx) are swallowed.
    public let status: Int
    public let headers: ResponseHeaders
    /// As it came: no content encoding is asked for, and none is undone.
    public let body: [UInt8]
    public let version: ProtocolVersion
    /// How often the request left. More than once where libcurl repeated it because a kept-alive
    /// connection was closed on it: then this is the answer to the last one, and an earlier one
    /// may have been executed, whatever it says.
    public let sends: Int
    public let timings: Timings

    public enum ProtocolVersion: Sendable, Hashable {
        case http1
        case http2
    }
}
