/// What a socket is watched for, and what it was found ready for.
///
/// `error` is only ever reported, never asked for: a broken socket is always news.
public struct Interest: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let read = Interest(rawValue: 1)
    public static let write = Interest(rawValue: 2)
    /// The peer closed its sending half (`EPOLLRDHUP`); reported together with `read`.
    public static let peerClosed = Interest(rawValue: 4)
    /// `EPOLLERR` or `EPOLLHUP`.
    public static let error = Interest(rawValue: 8)
}
