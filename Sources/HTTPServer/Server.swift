public import EventLoop

/// A strict HTTP/1.1 server on an event loop, meant to stand behind a proxy that speaks TLS.
///
/// It answers GET, HEAD, POST, DELETE and OPTIONS with bodies framed by `Content-Length`,
/// keep-alive and pipelining, and refuses whatever a proxy might read differently. Requests of one
/// connection are handled one at a time, in order. It stays open until `drain` or `close` is
/// called.
public actor Server {
    /// Where it listens, with the port that the system chose where 0 was asked for.
    public nonisolated let address: ServerAddress
    private nonisolated let loop: Loop
    private let connections: ConnectionRegistry
    private var listener: Listener?

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// The port at which it listens.
    public nonisolated var port: UInt16 { address.port }

    /// Starts to listen.
    ///
    /// A handler runs as a task on `loop`, so it must not block. It runs to its end even where the
    /// client hangs up meanwhile; its answer is then thrown away.
    ///
    /// - Parameters:
    ///   - address: numeric; port 0 takes any free one.
    ///   - loop: everything runs here, also `refusal` and `handler`.
    ///   - limits: what a client may take.
    ///   - reusesPort: whether other loops listen at the same port (`SO_REUSEPORT`).
    ///   - refusal: the answer to what the server refuses by itself; then it closes.
    ///   - handler: the answer to a request.
    /// - Returns: the server, which is listening already.
    /// - Throws: `SystemError`; its `isAddressInUse` tells that the port is taken.
    public static func listen(
        on address: ServerAddress,
        loop: Loop,
        limits: ServerLimits = ServerLimits(),
        reusesPort: Bool = false,
        refusal: @escaping @Sendable (Refusal) -> HTTPResponse = Refusal.plainText,
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) async throws(SystemError) -> Server {
        let socket = try Socket.listening(on: address, reusesPort: reusesPort)
        let server = Server(
            loop: loop,
            address: try socket.localAddress(),
            connections: ConnectionRegistry(
                loop: loop,
                limits: limits,
                answers: Answers(refusal: refusal, handler: handler)
            )
        )
        try await server.start(socket)
        return server
    }

    private init(loop: Loop, address: ServerAddress, connections: ConnectionRegistry) {
        self.loop = loop
        self.address = address
        self.connections = connections
    }

    private func start(_ socket: sending Socket) throws(SystemError) {
        let connections = connections
        listener = try Listener(loop: loop, socket: socket) { socket, peer in
            connections.open(socket, peer)
        }
    }

    /// Connections that are open, idle and closing ones included.
    public var openConnections: Int { connections.count }

    /// Requests that are being handled, also those whose client is gone.
    public var inFlight: Int { connections.inFlight }

    /// Stops in order: listens no more, closes idle connections at once, answers what was begun
    /// with `Connection: close`, and returns when nothing is left. What is left after `limit` is
    /// closed; its handlers run on, but nobody hears their answers.
    public func drain(within limit: Duration) async {
        listener?.close()
        listener = nil
        connections.drain()
        await untilEmpty(within: limit)
        connections.closeAll()
    }

    /// Stops at once: answers that were not sent yet are lost.
    public func close() {
        listener?.close()
        listener = nil
        connections.drain()
        connections.closeAll()
    }

    private func untilEmpty(within limit: Duration) async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            connections.whenEmpty(within: limit) { done.resume() }
        }
    }
}
