import Glibc
import Synchronization

/// Ports of this machine that nobody listens on.
///
/// From below the range that the kernel takes for outgoing connections, so that none of the many
/// connections of other tests gets the port between here and the start of the program.
public enum ProcessPorts {
    private static let range: Range<UInt16> = 15_000..<32_000
    private static let given = Mutex<Set<UInt16>>([])

    public static func free() throws -> UInt16 {
        for _ in 0..<1000 {
            let port = UInt16.random(in: range)
            guard given.withLock({ $0.insert(port).inserted }) else { continue }
            if canBeBound(port) { return port }
        }
        throw ProcessFailure.noFreePort
    }

    /// Closed on exec: a program that is started meanwhile would keep the port for its whole life.
    private static func canBeBound(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = HttpSocket.address(of: port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
