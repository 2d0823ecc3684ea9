/// What was seen after a request may have left, instead of a whole answer.
public enum UnknownReason: Sendable, Hashable {
    case timedOut
    /// Reset, or broken while sending or receiving.
    case connectionLost
    /// The peer closed without a byte of an answer.
    case emptyAnswer
    /// The answer stopped before its end, or has no mark by which its end could be told from a cut.
    case truncatedAnswer
    /// Not HTTP, or HTTP that contradicts itself.
    case malformedAnswer
    case headTooLarge
    case bodyTooLarge
    case http2Error
    /// The sender lost its permission after a first try, on a connection that turned out to be
    /// dead, and before libcurl's second.
    case permitWithdrawnBeforeReplay
    case clientClosed
    /// Anything else; the code is libcurl's.
    case other(code: Int)
}
