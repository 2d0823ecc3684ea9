import EventLoop
import Glibc

/// One kept-alive connection that sends one request at a time. On the loop only.
final class LoadConnection {
    enum Outcome {
        /// The whole answer; valid during the call.
        case answer(UnsafeRawBufferPointer)
        case broken(String)
    }

    private let loop: Loop
    private let descriptor: Int32
    private var watch: Watch?
    private var isConnected = false
    private var toSend: [UInt8] = []
    /// The beginning of an answer that came in pieces.
    private var pending: [UInt8] = []
    private var onOutcome: ((Outcome) -> Void)?

    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let lengthField = Array("\r\nContent-Length: ".utf8)

    /// Shared by all connections: what arrives is looked at here and mostly needs no copy.
    nonisolated(unsafe) private static let received = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 64 * 1024,
        alignment: 16
    )

    /// Begins to connect to a port of this machine.
    init(loop: Loop, port: UInt16) throws(SystemError) {
        self.loop = loop
        descriptor = socket(
            AF_INET,
            Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { throw SystemError(call: "socket") }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 || errno == EINPROGRESS else { throw SystemError(call: "connect") }
        watch = try loop.watch(descriptor, for: .write) { [weak self] ready in
            self?.isReady(ready)
        }
    }

    var isFree: Bool { onOutcome == nil }

    /// Sends a request, at once or as soon as the connection stands.
    func send(_ request: [UInt8], _ onOutcome: @escaping (Outcome) -> Void) {
        precondition(isFree, "one request at a time")
        self.onOutcome = onOutcome
        toSend = request
        if isConnected { write() }
    }

    func close() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        Glibc.close(descriptor)
    }

    private func isReady(_ ready: Interest) {
        if ready.contains(.error) { return fail("connection refused or reset") }
        if !isConnected {
            isConnected = true
            listenForAnswers()
            if !isFree { write() }
            return
        }
        read()
    }

    private func listenForAnswers() {
        do throws(SystemError) {
            try watch?.change(to: .read)
        } catch {
            fail("\(error)")
        }
    }

    /// A request is far smaller than what the kernel keeps for a connection.
    private func write() {
        let count = Glibc.send(descriptor, toSend, toSend.count, Int32(MSG_NOSIGNAL))
        if count != toSend.count { fail("sent \(count) of \(toSend.count) bytes") }
    }

    private func read() {
        let buffer = Self.received
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count < 0, errno == EAGAIN { return }
        guard count > 0 else { return fail("closed before the answer") }
        let arrived = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if pending.isEmpty, isWhole(arrived) { return finish(.answer(arrived)) }
        pending += arrived
        let whole = pending
        whole.withUnsafeBytes { bytes in
            if isWhole(bytes) { finish(.answer(bytes)) }
        }
    }

    private func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let head = bytes.offset(of: Self.headEnd),
            let field = bytes.offset(of: Self.lengthField), field < head
        else { return false }
        var length = 0
        for byte in bytes[(field + Self.lengthField.count)..<head] {
            guard byte &- 0x30 < 10 else { break }
            length = length * 10 + Int(byte &- 0x30)
        }
        return bytes.count >= head + Self.headEnd.count + length
    }

    private func finish(_ outcome: Outcome) {
        pending.removeAll(keepingCapacity: true)
        let handler = onOutcome
        onOutcome = nil
        handler?(outcome)
    }

    private func fail(_ reason: String) {
        close()
        finish(.broken(reason))
    }
}
