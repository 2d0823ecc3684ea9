import EventLoop

/// Accepts connections as long as it is open. On the loop only.
final class Listener {
    private let loop: Loop
    private let socket: Socket
    private let onConnection: (Socket, SocketAddress) -> Void
    private var watch: Watch?
    private var pause: LoopTimer?

    /// Connections accepted in one turn of the loop; the next turn takes the rest, after the
    /// requests that are waiting.
    private static let acceptsPerTurn = 64

    /// How long accepting rests when descriptors have run out: long enough for some to be closed,
    /// short enough not to be noticed by whoever waits in the backlog.
    private static let exhaustionPause = Duration.milliseconds(100)

    init(
        loop: Loop,
        socket: Socket,
        onConnection: @escaping (Socket, SocketAddress) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.socket = socket
        self.onConnection = onConnection
        watch = try loop.watch(socket.descriptor, for: .read) { [weak self] _ in
            self?.acceptWaiting(atMost: Self.acceptsPerTurn)
        }
    }

    /// Accepts what is in the backlog, since closing would reset it, and stops listening.
    func close() {
        guard watch != nil else { return }
        acceptWaiting(atMost: Int(Socket.backlog))
        watch?.cancel()
        watch = nil
        pause?.cancel()
        socket.close()
    }

    private func acceptWaiting(atMost limit: Int) {
        var accepted = 0
        while accepted < limit {
            accepted += 1
            switch socket.accept() {
            case .connection(let connection, let peer): onConnection(connection, peer)
            case .failed(.noneWaiting): return
            case .failed(.oneConnection): continue
            case .failed(.exhausted): return rest()
            }
        }
    }

    private func rest() {
        guard pause?.isPending != true else { return }
        setInterest([])
        pause = loop.schedule(after: Self.exhaustionPause) { [weak self] in
            self?.setInterest(.read)
        }
    }

    private func setInterest(_ interest: Interest) {
        do throws(SystemError) {
            try watch?.change(to: interest)
        } catch {
            // Only a descriptor that is not watched is refused here, and this one is.
            preconditionFailure("the listener is not watched: \(error)")
        }
    }
}
