/// Why a request that charges nothing has no answer.
public enum ServiceError: Error, Hashable, Sendable {
    /// The service does not take it. 401: the customer has to sign in.
    case refused(Refusal)
    /// No answer came for as long as patience lasts, or the task was canceled.
    case unreachable
    /// The answer is not what this library knows.
    case unreadable
    /// The checkout's record could not be stored.
    case notKept
}
