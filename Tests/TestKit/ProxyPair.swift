import Glibc

/// The two sockets of a connection through a proxy; closed when both of its threads are done.
final class ProxyPair: Sendable {
    let client: Int32
    let server: Int32

    init(_ client: Int32, _ server: Int32) {
        self.client = client
        self.server = server
    }

    deinit {
        close(client)
        close(server)
    }

    /// Ends the connection on both sides, and with it both threads.
    func hangUp() {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
    }
}
