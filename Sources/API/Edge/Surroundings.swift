/// What the API needs of the world, handed in.
public struct Surroundings: Sendable {
    /// Monotonic, the same clock as that of the use cases' deadlines.
    public var now: @Sendable () -> Duration
    /// Since 1970, for the dates in customer tokens, which another machine wrote. Nothing else
    /// hangs on it.
    public var wallClock: @Sendable () -> Duration
    public var apiKeys: any APIKeyStore
    /// Makes the `Request-Id` of an answer. What a client sends under that name is not trusted: it
    /// would stand in our log.
    public var newRequestID: @Sendable () -> String
    public var readiness: @Sendable () async -> Readiness
    /// The file at a path, where the service has a page; the path is not decoded.
    public var staticFile: @Sendable (_ path: String) async -> StaticFile?
    /// Takes what is to be said of each request; `{ $0.write(to: logger) }` in a service.
    public var log: @Sendable (RequestRecord) -> Void

    public init(
        now: @escaping @Sendable () -> Duration,
        wallClock: @escaping @Sendable () -> Duration,
        apiKeys: any APIKeyStore,
        newRequestID: @escaping @Sendable () -> String,
        readiness: @escaping @Sendable () async -> Readiness,
        staticFile: @escaping @Sendable (_ path: String) async -> StaticFile? = { _ in nil },
        log: @escaping @Sendable (RequestRecord) -> Void
    ) {
        self.now = now
        self.wallClock = wallClock
        self.apiKeys = apiKeys
        self.newRequestID = newRequestID
        self.readiness = readiness
        self.staticFile = staticFile
        self.log = log
    }
}
