import EventLoop
import Foundation
import Glibc

/// A server of blocking sockets that does with each connection what the test's script says.
final class ScriptedPeer: Sendable {
    typealias Script = @Sendable (PeerConnection) -> Void

    let port: UInt16
    let log = PeerLog()
    private let listener: Int32
    private let isAccepting: Bool

    /// Without a script nothing is ever accepted. Each connection gets a thread of its own that
    /// runs `script`; afterwards it is closed.
    init(backlog: Int32 = 1024, _ script: Script?) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { throw SystemError(call: "socket") }
        self.listener = listener
        port = try bindToAnyPort(listener)
        guard listen(listener, backlog) == 0 else { throw SystemError(call: "listen") }
        isAccepting = script != nil
        guard let script else { return }
        Thread.detachNewThread { [log] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                let connection = PeerConnection(descriptor, index: log.noteConnection(), log: log)
                Thread.detachNewThread {
                    script(connection)
                    connection.close()
                }
            }
            _ = Glibc.close(listener)
        }
    }

    deinit {
        stop()
        if !isAccepting { close(listener) }
    }

    /// New connections are refused from now on; those that are open stay.
    ///
    /// Once only: the accepting thread closes the listener then, and its number is given out again.
    func stop() {
        guard log.noteStop() else { return }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    var url: String { "http://127.0.0.1:\(port)" }
}

/// What a peer has seen.
final class PeerLog: @unchecked Sendable {
    private let lock = Lock()
    private var connectionCount = 0
    private var received: [String] = []
    private var isStopped = false

    var connections: Int { lock.withLock { connectionCount } }
    var requests: [String] { lock.withLock { received } }

    fileprivate func noteConnection() -> Int {
        lock.withLock {
            connectionCount += 1
            return connectionCount - 1
        }
    }

    /// Whether it was the first stop.
    fileprivate func noteStop() -> Bool {
        lock.withLock {
            defer { isStopped = true }
            return !isStopped
        }
    }

    fileprivate func note(_ request: String) { lock.withLock { received.append(request) } }
}

/// One accepted connection, in the hands of a script.
final class PeerConnection: @unchecked Sendable {
    /// How many were accepted before this one.
    let index: Int
    private let log: PeerLog
    private let descriptor: Int32
    private var isClosed = false
    private var buffer: [UInt8] = []

    fileprivate init(_ descriptor: Int32, index: Int, log: PeerLog) {
        self.descriptor = descriptor
        self.index = index
        self.log = log
    }

    /// The next request, head and body; `nil` where the connection ended before it was whole.
    func readRequest() -> String? {
        while true {
            if let request = takeRequest() {
                log.note(request)
                return request
            }
            guard readMore() else { return nil }
        }
    }

    func write(_ text: String) { write(Array(text.utf8)) }

    func write(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)
        while !rest.isEmpty {
            let count = send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }

    /// Waits until the other side closes; the bytes that came meanwhile.
    @discardableResult
    func readToEnd() -> [UInt8] {
        while readMore() {}
        return buffer
    }

    /// Answers every request with `answer` until the other side closes.
    func answerAll(with answer: String) {
        while readRequest() != nil { write(answer) }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        // First our end, so that the peer reads what was written before it sees a reset.
        shutdown(descriptor, Int32(SHUT_WR))
        _ = Glibc.close(descriptor)
    }

    /// Closes with RST.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout.size(ofValue: linger))
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
        isClosed = true
        _ = Glibc.close(descriptor)
    }

    private func readMore() -> Bool {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(descriptor, &piece, piece.count)
        guard count > 0 else { return false }
        buffer.append(contentsOf: piece[..<count])
        return true
    }

    private func takeRequest() -> String? {
        let text = String(decoding: buffer, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.upperBound]
        let lengthLine = head.components(separatedBy: "\r\n")
            .first { $0.lowercased().hasPrefix("content-length:") }
        let length = lengthLine.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
        let total = head.utf8.count + length
        guard buffer.count >= total else { return nil }
        defer { buffer.removeFirst(total) }
        return String(decoding: buffer[..<total], as: UTF8.self)
    }
}

/// Binds to a free port of the loopback interface.
private func bindToAnyPort(_ descriptor: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            guard bind(descriptor, pointer, size) == 0 else { throw SystemError(call: "bind") }
            guard getsockname(descriptor, pointer, &size) == 0 else {
                throw SystemError(call: "getsockname")
            }
        }
    }
    return UInt16(bigEndian: address.sin_port)
}
