import EventLoop
import Glibc

/// The open connections of a server, their limits, and what they share. On the loop only.
final class ConnectionRegistry: @unchecked Sendable {
    // Safe to share: made by `Server.listen`, then touched on the loop only.
    let loop: Loop
    let limits: ServerLimits
    let answers: Answers
    private(set) var isDraining = false
    private(set) var inFlight = 0

    /// What arrives is read into here first, so that an idle connection needs no buffer of its own.
    var received = [UInt8](repeating: 0, count: ConnectionRegistry.receiveBytes)

    private var encoder = ResponseEncoder()
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var connectionsByPeer: [String: Int] = [:]
    private var waiters: [Waiter] = []

    /// One read takes a usual request with its body; the kernel's buffer holds more than that.
    private static let receiveBytes = 64 * 1024

    /// Connections above the limit that are kept for the moment of telling them 503. Beyond these
    /// they are closed without a word: words cost memory, too.
    private static let refusedConnections = 256

    private struct Waiter {
        let timer: LoopTimer
        let body: () -> Void
    }

    init(loop: Loop, limits: ServerLimits, answers: Answers) {
        self.loop = loop
        self.limits = limits
        self.answers = answers
    }

    var count: Int { connections.count }

    // MARK: Connections come and go

    func open(_ socket: Socket, _ address: SocketAddress) {
        let peer = address.numeric.host
        let fromPeer = connectionsByPeer[peer, default: 0]
        let isCounted = limits.countsLoopbackPeers || !address.isLoopback
        let isCrowded = isCounted && fromPeer >= limits.connectionsPerAddress
        guard count < limits.connections + Self.refusedConnections,
            !isCrowded || fromPeer < limits.connectionsPerAddress + Self.refusedConnections
        else { return socket.close() }
        let isRefused = isCrowded || count >= limits.connections
        let connection = Connection(socket: socket, peer: peer, registry: self)
        connections[ObjectIdentifier(connection)] = connection
        connectionsByPeer[peer] = fromPeer + 1
        connection.open(refusedWith: isRefused ? .overloaded : nil)
    }

    func remove(_ connection: Connection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        let left = connectionsByPeer[connection.peer, default: 1] - 1
        connectionsByPeer[connection.peer] = left > 0 ? left : nil
        tellWaitersIfEmpty()
    }

    // MARK: Requests

    /// Handles `request` in a task of its own, which nothing cancels, and hands the answer to
    /// `body` on the loop.
    func handle(
        _ request: HTTPRequest,
        then body: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        inFlight += 1
        let handler = answers.handler
        // Detached: a pipelined request begins inside the task of the one before, whose task-local
        // values are not its own.
        Task.detached(executorPreference: loop) {
            let response = await handler(request)
            self.finished()
            body(response)
            self.tellWaitersIfEmpty()
        }
    }

    private func finished() {
        loop.preconditionIsCurrent()
        inFlight -= 1
    }

    func encode(_ response: HTTPResponse, _ context: ResponseEncoder.Context) -> [UInt8] {
        encoder.encode(response, context, secondsSinceEpoch: Int64(time(nil)))
    }

    // MARK: The end

    func drain() {
        isDraining = true
        for connection in connections.values { connection.drain() }
    }

    func closeAll() {
        for connection in connections.values { connection.close() }
    }

    /// Calls `body` once no connection and no handler is left, or when `limit` has passed.
    func whenEmpty(within limit: Duration, _ body: @escaping () -> Void) {
        if isEmpty { return body() }
        let timer = loop.schedule(after: limit) { [weak self] in self?.tellWaitersThatAreDue() }
        waiters.append(Waiter(timer: timer, body: body))
    }

    private var isEmpty: Bool { connections.isEmpty && inFlight == 0 }

    private func tellWaitersIfEmpty() {
        if !waiters.isEmpty, isEmpty { tell { _ in true } }
    }

    private func tellWaitersThatAreDue() {
        tell { !$0.timer.isPending }
    }

    private func tell(_ isMeant: (Waiter) -> Bool) {
        let told = waiters.filter(isMeant)
        waiters.removeAll(where: isMeant)
        for waiter in told {
            waiter.timer.cancel()
            waiter.body()
        }
    }
}
