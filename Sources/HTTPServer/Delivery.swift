/// How much of a response reaches the client. All but `whole` are faults that a simulator injects.
public enum Delivery: Sendable, Hashable {
    case whole
    /// Announces the whole body, sends that many bytes of it, and closes.
    case truncated(afterBodyBytes: Int)
    /// Closes in order (FIN) without sending a byte.
    case dropped
    /// Aborts the connection (RST) without sending a byte.
    case reset
}
