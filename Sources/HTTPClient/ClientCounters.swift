/// What a `Client` has done since it was made, and what it is doing.
public struct ClientCounters: Sendable, Hashable {
    /// Requests of which bytes may have left; each counted once, however often libcurl re-sent it.
    public internal(set) var sent = 0
    /// Answers that came over a connection that was open before.
    public internal(set) var reusedConnections = 0
    /// Times that libcurl sent a request again, by itself, because a kept connection was dead.
    public internal(set) var replays = 0
    public internal(set) var failedNotSent = 0
    public internal(set) var failedOutcomeUnknown = 0
    /// Requests in libcurl's hands.
    public internal(set) var inFlight = 0
    /// Requests in the client's own queue.
    public internal(set) var queued = 0
    /// Open sockets, idle ones included.
    public internal(set) var connectionsOpen = 0

    public init() {}
}
