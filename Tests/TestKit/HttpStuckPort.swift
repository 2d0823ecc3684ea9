import Glibc

/// A port where connections get no further than their first packet: the queue of those who wait to
/// be accepted is full, and Linux drops what comes on top of it. A client has sent nothing yet, and
/// goes on knocking.
public final class HttpStuckPort: @unchecked Sendable {
    private let listener: Int32
    private var fillers: [Int32] = []

    public init(_ port: UInt16) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw HttpFailure.noSocket(errno) }
        var yes: Int32 = 1
        setsockopt(
            listener,
            SOL_SOCKET,
            SO_REUSEADDR,
            &yes,
            socklen_t(MemoryLayout<Int32>.size)
        )
        var address = HttpSocket.address(of: port)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0, listen(listener, 0) == 0 else { throw HttpFailure.noSocket(errno) }
        fill(&address)
    }

    deinit { open() }

    /// Closes the port, so that a program can listen there.
    public func open() {
        guard !fillers.isEmpty else { return }
        for filler in fillers { close(filler) }
        fillers = []
        close(listener)
    }

    /// Connects without waiting, more often than the queue has places.
    private func fill(_ address: inout sockaddr_in) {
        for _ in 0..<4 {
            let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
            let filler = socket(AF_INET, Int32(kind), 0)
            guard filler >= 0 else { continue }
            fillers.append(filler)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = connect(filler, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }
}
