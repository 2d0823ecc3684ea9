import Foundation
import Glibc
import Synchronization

/// A proxy on a port of this machine that passes bytes on, and cuts a connection in the middle of
/// them when it is told to. Threads that block: there are a handful of connections.
public final class CuttingProxy: Sendable {
    /// From the one who connected, or to it.
    public enum Way: String, Sendable, CaseIterable { case request, answer }

    /// Where the bytes go.
    public enum Target: Sendable {
        case port(UInt16)
        /// A socket in the file system.
        case path(String)
    }

    public let port: UInt16
    private let listener: Int32
    private let target: Target
    private let cut = Mutex<ProxyCut?>(nil)

    public init(to target: Target) throws {
        self.target = target
        port = try ProcessPorts.free()
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = HttpSocket.address(of: port)
        let isBound = CuttingProxy.withPointer(to: &address) { bind(listener, $0, $1) == 0 }
        guard isBound, listen(listener, 64) == 0 else { throw HttpFailure.noSocket(errno) }
        let thread = Thread { [weak self, listener] in
            while true {
                let client = accept(listener, nil, nil)
                if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard client >= 0, let self else { return }
                self.serve(client)
            }
        }
        thread.start()
    }

    deinit {
        // Ends the thread that accepts; the others end with their connections.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Lets so many more bytes of one direction pass.
    public func cut(_ way: Way, after bytes: Int) {
        cut.withLock { $0 = ProxyCut(way, after: bytes) }
    }

    /// Passes everything again; whether there was a cut.
    public func heal() -> Bool {
        cut.withLock { cut in
            defer { cut = nil }
            return cut?.isDone == true
        }
    }

    // MARK: Parts

    private func serve(_ client: Int32) {
        guard let server = connectToTarget() else {
            close(client)
            return
        }
        let pair = ProxyPair(client, server)
        for way in Way.allCases {
            let thread = Thread { [self] in pump(pair, way) }
            thread.stackSize = 256 * 1024
            thread.start()
        }
    }

    private func pump(_ pair: ProxyPair, _ way: Way) {
        let (from, to) = way == .request ? (pair.client, pair.server) : (pair.server, pair.client)
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(from, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let passed = cut.withLock { $0?.pass(count, way) } ?? count
            guard CuttingProxy.write(buffer[..<passed], to: to), passed == count else { break }
        }
        pair.hangUp()
    }

    private func connectToTarget() -> Int32? {
        switch target {
        case .port(let port):
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = HttpSocket.address(of: port)
            let isOpen = CuttingProxy.withPointer(to: &address) { connect(server, $0, $1) == 0 }
            return CuttingProxy.kept(server, isOpen)
        case .path(let path):
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let isOpen = CuttingProxy.withPointer(to: &address) { connect(server, $0, $1) == 0 }
            return CuttingProxy.kept(server, isOpen)
        }
    }

    private static func kept(_ descriptor: Int32, _ isOpen: Bool) -> Int32? {
        if isOpen { return descriptor }
        close(descriptor)
        return nil
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func withPointer<Address, Value>(
        to address: inout Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
