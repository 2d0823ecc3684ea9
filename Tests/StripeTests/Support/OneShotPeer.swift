import Foundation
import Glibc

/// Takes one connection, reads one request, sends what it was told to, and closes. It waits on a
/// thread of its own: those of the tasks are few, and other tests may keep them all.
final class OneShotPeer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let received: AsyncStream<String>

    struct Failure: Error {
        let errno: Int32
    }

    init(answer: String) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard bound else { throw Failure(errno: errno) }
        port = UInt16(bigEndian: address.sin_port)
        let (received, continuation) = AsyncStream<String>.makeStream()
        self.received = received
        if answer.isEmpty {
            continuation.finish()
        } else {
            Thread.detachNewThread {
                continuation.yield(OneShotPeer.serve(listener, answer))
                continuation.finish()
            }
        }
    }

    deinit { close(listener) }

    /// What was received, once the connection has ended.
    func request() async -> String {
        for await text in received { return text }
        return ""
    }

    /// The port, on which nobody listens any more.
    func closedPort() -> UInt16 {
        shutdown(listener, Int32(SHUT_RDWR))
        return port
    }

    private static func serve(_ listener: Int32, _ answer: String) -> String {
        let connection = accept(listener, nil, nil)
        defer { close(connection) }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !isWhole(received) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            received += buffer.prefix(count)
        }
        let bytes = Array(answer.utf8)
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return String(decoding: received, as: UTF8.self)
    }

    /// Head and body of the one request that these tests send.
    private static func isWhole(_ received: [UInt8]) -> Bool {
        String(decoding: received, as: UTF8.self).hasSuffix("\r\n\r\nuse_stripe_sdk=true")
    }
}
