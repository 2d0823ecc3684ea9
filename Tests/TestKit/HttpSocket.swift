import Glibc

/// A blocking connection to a port of this machine, for tests that want every byte in their hands.
/// To be used by one thread at a time.
public final class HttpSocket: @unchecked Sendable {
    private let descriptor: Int32
    private var received: [UInt8] = []

    public init(port: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw HttpFailure.noSocket(errno) }
        self.descriptor = descriptor
        var address = HttpSocket.address(of: port)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw HttpFailure.refused(errno) }
    }

    deinit { close(descriptor) }

    /// Hangs up for sending; the answer can still be read.
    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    public func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw HttpFailure.closed(errno) }
            sent += count
        }
    }

    /// Reads one answer.
    ///
    /// - Throws: `HttpFailure`, also where the peer hangs up before its end.
    public func answer(
        within patience: Duration = .seconds(120),
        toHead isHead: Bool = false
    ) throws -> HttpAnswer {
        let end = ContinuousClock.now + patience
        while true {
            if let (answer, length) = try HttpAnswer.parse(received, toHead: isHead) {
                received.removeFirst(length)
                return answer
            }
            try receive(until: end)
        }
    }

    private func receive(until end: ContinuousClock.Instant) throws {
        let left = ContinuousClock.now.duration(to: end).components
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
        let ready = Glibc.poll(&waiting, 1, Int32(max(0, milliseconds)))
        if ready < 0, errno == EINTR { return }
        guard ready > 0 else { throw HttpFailure.timedOut }
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EINTR { return }
        guard count > 0 else { throw HttpFailure.closed(count < 0 ? errno : 0) }
        received += buffer[..<count]
    }

    static func address(of port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}

/// Why a request has no answer.
public enum HttpFailure: Error, Equatable {
    case noSocket(Int32)
    case refused(Int32)
    /// The peer hung up before the end of the answer; 0 is an orderly end.
    case closed(Int32)
    case timedOut
    case notHTTP(String)
}
