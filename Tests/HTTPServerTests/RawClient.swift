import Glibc

@testable import HTTPServer

/// A client that sends exactly the bytes it is told to, over a blocking socket.
final class RawClient: @unchecked Sendable {
    // Safe to share: a test uses it from one task at a time.
    private let descriptor: Int32
    private var received: [UInt8] = []
    private var isOpen = true

    enum Ending: Equatable {
        case closed, reset
    }

    struct Failure: Error {
        let what: String
    }

    /// How long a read waits for a server that says nothing: a failed test, not a slow one.
    private static let patienceSeconds = 20

    init(port: UInt16, receiveBufferBytes: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(what: "socket \(errno)") }
        if var size = receiveBufferBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var patience = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        let address = try SocketAddress(.loopback(port: port))
        let result = address.withPointer { connect(descriptor, $0, $1) }
        guard result == 0 else { throw Failure(what: "connect \(errno)") }
    }

    deinit { close() }

    func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

    func send(bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(what: "send \(errno)") }
            sent += count
        }
    }

    /// The next response, whose body is as long as it says, or empty for HEAD and 1xx.
    func response(toHead isHead: Bool = false) throws -> RawResponse {
        while true {
            if let (response, used) = RawResponse.first(in: received, toHead: isHead) {
                received.removeFirst(used)
                return response
            }
            guard try receive() == nil else {
                throw Failure(what: "ended after \(String(decoding: received, as: UTF8.self))")
            }
        }
    }

    /// Everything up to the end, and which end it was.
    func rest() throws -> (text: String, ending: Ending) {
        while true {
            guard let ending = try receive() else { continue }
            return (String(decoding: received, as: UTF8.self), ending)
        }
    }

    /// Whether bytes or an end arrive within `milliseconds`.
    func isReadable(withinMilliseconds milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(descriptor)
    }

    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    private func receive() throws -> Ending? {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count == 0 { return .closed }
        if count < 0 {
            guard errno == ECONNRESET else { throw Failure(what: "recv \(errno)") }
            return .reset
        }
        received.append(contentsOf: buffer[..<count])
        return nil
    }
}
