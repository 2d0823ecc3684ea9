import EventLoop
import Testing

@testable import HTTPServer

@Suite struct ListenerTests {
    /// A socket that waits to be accepted keeps the listener readable. Without the pause the loop
    /// would ask again at once, some ten thousand times until the test lets a descriptor go.
    @Test func exhaustedDescriptorsPauseAcceptingInsteadOfSpinning() async throws {
        let loop = try Loop.start(name: "server")
        defer { loop.stop() }
        let attempts = try await Task(executorPreference: loop) {
            let socket = try Socket.listening(on: .loopback(), reusesPort: false)
            let client = try RawClient(port: try socket.localAddress().port)
            var attempts = 0
            var accepted: [Socket] = []
            let listener = try Listener(
                loop: loop,
                socket: socket,
                accept: {
                    attempts += 1
                    return attempts <= 3 ? .failed(.exhausted) : socket.accept()
                },
                onConnection: { connection, _ in accepted.append(connection) }
            )
            while accepted.isEmpty { try await loop.sleep(for: .milliseconds(1)) }
            listener.close()
            client.close()
            return attempts
        }.value
        // Three failures, one connection, one look that finds nobody, and one more when it closes.
        #expect(attempts == 6)
    }
}
