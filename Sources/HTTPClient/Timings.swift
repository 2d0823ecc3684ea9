/// Where the time of one request went; each is measured from the moment it was asked for.
public struct Timings: Sendable, Hashable {
    /// Waiting in the client's own queue.
    public let queued: Duration
    /// Until the connection, with TLS where it has TLS, was there. Short where it was there before.
    public let connected: Duration
    /// Until the first byte of the answer.
    public let firstByte: Duration
    /// Until the last byte of the answer.
    public let total: Duration
}
