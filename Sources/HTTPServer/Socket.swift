public import EventLoop
import Glibc

/// A TCP socket and the only owner of its descriptor: the system calls of the server live here.
///
/// Nothing blocks. `accept4` is not in the Glibc module, so an accepted socket is made non-blocking
/// and close-on-exec by two calls more; the program starts no other program from which the gap
/// between them would have to be hidden.
final class Socket {
    let descriptor: Int32
    private var isOpen = true

    /// Connections that wait to be accepted while the loop is busy. The kernel cuts it to
    /// `net.core.somaxconn`, which is 4096.
    static let backlog: Int32 = 4096

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close() }

    /// Listens; with `reusesPort` several loops do so at one port, and the kernel spreads
    /// connections.
    ///
    /// - Returns: the listening socket.
    /// - Throws: `SystemError`, with `isAddressInUse` where something else listens there.
    static func listening(
        on address: ServerAddress,
        reusesPort: Bool
    ) throws(SystemError) -> Socket {
        let address = try SocketAddress(address)
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(address.family, Int32(kind), 0)
        guard descriptor >= 0 else { throw SystemError(call: "socket") }
        let listener = Socket(descriptor: descriptor)
        try listener.enable(SOL_SOCKET, SO_REUSEADDR)
        if reusesPort { try listener.enable(SOL_SOCKET, SO_REUSEPORT) }
        if address.family == AF_INET6 { try listener.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        let bound = unsafe address.withPointer { unsafe bind(descriptor, $0, $1) }
        guard bound == 0 else { throw SystemError(call: "bind") }
        guard listen(descriptor, backlog) == 0 else { throw SystemError(call: "listen") }
        return listener
    }

    /// Where a listening socket listens: with the port that the system chose.
    func localAddress() throws(SystemError) -> ServerAddress {
        let (result, address) = unsafe SocketAddress.filled {
            unsafe getsockname(descriptor, $0, $1)
        }
        guard result == 0 else { throw SystemError(call: "getsockname") }
        return address.numeric
    }

    // MARK: Accepting

    enum Accepted {
        case connection(Socket, SocketAddress)
        case failed(AcceptFailure)
    }

    func accept() -> Accepted {
        let (result, address) = unsafe SocketAddress.filled {
            unsafe Glibc.accept(descriptor, $0, $1)
        }
        guard result >= 0 else { return .failed(AcceptFailure(code: errno)) }
        let socket = Socket(descriptor: result)
        do throws(SystemError) {
            guard fcntl(result, F_SETFD, FD_CLOEXEC) == 0, fcntl(result, F_SETFL, O_NONBLOCK) == 0
            else { throw SystemError(call: "fcntl") }
            try socket.enable(Int32(IPPROTO_TCP), TCP_NODELAY)
        } catch {
            // TCP_NODELAY fails on a socket whose peer is gone already.
            return .failed(.oneConnection)
        }
        return .connection(socket, address)
    }

    // MARK: Bytes

    enum Received {
        case bytes(Int)
        /// The peer sends nothing more; it may still read.
        case end
        case wouldBlock
        case failed
    }

    /// Reads at most `limit` bytes into the front of `buffer`.
    func receive(into buffer: inout [UInt8], atMost limit: Int) -> Received {
        let wanted = min(limit, buffer.count)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe recv(descriptor, bytes.baseAddress, wanted, 0)
        }
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        return Self.isTemporary(errno) ? .wouldBlock : .failed
    }

    enum Sent {
        /// As many as the kernel had room for; 0 where it had none.
        case bytes(Int)
        case failed
    }

    /// Sends what comes after `offset`. A peer that is gone is `failed`, never a SIGPIPE.
    func send(_ bytes: [UInt8], from offset: Int) -> Sent {
        let count = unsafe bytes.withUnsafeBytes { bytes in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
            return unsafe Glibc.send(
                descriptor,
                rest.baseAddress,
                rest.count,
                Int32(MSG_NOSIGNAL)
            )
        }
        if count >= 0 { return .bytes(count) }
        return Self.isTemporary(errno) ? .bytes(0) : .failed
    }

    private static func isTemporary(_ code: Int32) -> Bool {
        code == EAGAIN || code == EINTR
    }

    // MARK: The end

    /// Sends a FIN after what was written. The peer may have gone, which is no news.
    func shutdownWriting() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes with a RST instead of a FIN.
    func abort() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, size)
        close()
    }

    /// More than once is harmless.
    func close() {
        guard isOpen else { return }
        isOpen = false
        _ = Glibc.close(descriptor)
    }

    // MARK: Options

    private func enable(_ level: Int32, _ option: Int32) throws(SystemError) {
        try set(level, option, 1)
    }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) throws(SystemError) {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe setsockopt(descriptor, level, option, &value, size) == 0 else {
            throw SystemError(call: "setsockopt")
        }
    }
}

extension SystemError {
    /// Whether a server could not listen because something else has the address and port.
    public var isAddressInUse: Bool { code == EADDRINUSE }
}
