import EventLoop
import Testing

@testable import HTTPServer

@Suite struct ListenerTests {
    /// A socket that waits to be accepted keeps the listener readable. Without the pause the loop
    /// would ask again at once, thousands of times until descriptors are free again.
    @Test func exhaustedDescriptorsPauseAcceptingInsteadOfSpinning() async throws {
        let loop = try Loop.start(name: "server")
        defer { loop.stop() }
        let attempts = try await Task(executorPreference: loop) {
            let socket = try Socket.listening(on: .loopback(), reusesPort: false)
            let client = try RawClient(port: try socket.localAddress().port)
            let descriptorsAreFreeAt = loop.now + .milliseconds(250)
            var attempts = 0
            var accepted: [Socket] = []
            let listener = try Listener(
                loop: loop,
                socket: socket,
                accept: {
                    attempts += 1
                    return loop.now < descriptorsAreFreeAt ? .failed(.exhausted) : socket.accept()
                },
                onConnection: { connection, _ in accepted.append(connection) }
            )
            while accepted.isEmpty { try await loop.sleep(for: .milliseconds(1)) }
            listener.close()
            client.close()
            return attempts
        }.value
        // At most three failures, one connection, and two looks that find nobody.
        #expect((3...6).contains(attempts))
    }
}
