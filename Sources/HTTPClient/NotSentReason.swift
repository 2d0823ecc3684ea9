/// What kept a request from leaving.
public enum NotSentReason: Sendable, Hashable {
    /// Not an `http` or `https` address, or a header that cannot be one (a line break, a NUL).
    case invalidRequest
    case nameNotResolved
    /// Refused, unreachable, or reset while connecting.
    case connectionRefused
    case connectTimedOut
    case tlsHandshakeFailed
    /// The peer's certificate is not trusted or is for another name. There is no way around.
    case certificateRejected
    /// The file of trusted certificates is missing or broken.
    case trustStoreUnreadable
    /// The proxy cannot be reached or answered its CONNECT with something other than 200.
    case proxyRefused
    /// The sender was no longer allowed to send when its turn came.
    case permitWithdrawn
    case deadlineBeforeSending
    case queueFull
    case outOfMemory
    case clientClosed
    /// Anything else before the request; the code is libcurl's.
    case other(code: Int)
}
