/// What goes wrong with a request.
enum FaultKind: Hashable {
    /// The connection closes; nothing is executed.
    case dropBefore
    /// Executed and remembered; the connection closes without an answer.
    case dropAfter
    /// Executed at once, answered later. Until then the key is in use.
    case slow(seconds: Double)
    /// Another answer. Executed: the endpoint runs, and this becomes the key's stored result.
    case status(code: Int, body: String?, isExecuted: Bool)
    /// The page of a proxy that has no server behind it. Executed: the server ran all the same.
    case html502(isExecuted: Bool)
    /// The answer ends after so many bytes of its body.
    case truncate(bytes: Int)
    /// RST after the request was read, on a connection that was used before; nothing is executed.
    case resetReused
    case rateLimit(reason: String)
    case lockTimeout
    case inUse
    /// No answer, on a connection that stays open.
    case hang(isExecuted: Bool)
    /// A right answer with fields and words that no client knows.
    case oddFields

    var name: String {
        switch self {
        case .dropBefore: "drop_before"
        case .dropAfter: "drop_after"
        case .slow: "slow"
        case .status: "status"
        case .html502: "html502"
        case .truncate: "truncate"
        case .resetReused: "reset_reused"
        case .rateLimit: "rate_limit"
        case .lockTimeout: "lock_timeout"
        case .inUse: "in_use"
        case .hang: "hang"
        case .oddFields: "odd_fields"
        }
    }
}
