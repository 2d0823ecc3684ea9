import EventLoop
import Glibc

/// The kernel's form of an IPv4 or IPv6 address.
struct SocketAddress {
    private var storage: sockaddr_storage
    private var length: socklen_t

    /// - Throws: `SystemError` with `EINVAL` where the host is not a numeric address.
    init(_ address: ServerAddress) throws(SystemError) {
        self.init()
        guard fillIPv4(address) || fillIPv6(address) else {
            throw SystemError(call: "inet_pton", code: EINVAL)
        }
    }

    private init() {
        storage = sockaddr_storage()
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// Calls `body` with the form that `bind` takes.
    func withPointer<T>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, length)
            }
        }
    }

    /// The address that a call such as `accept` writes, and what the call returned.
    static func filled(
        by body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> (result: Int32, address: SocketAddress) {
        var address = SocketAddress()
        var length = address.length
        let result = unsafe withUnsafeMutablePointer(to: &address.storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, &length)
            }
        }
        address.length = length
        return (result, address)
    }

    /// Host and port as text. An IPv4 address inside an IPv6 one, which a listener on `::` sees, is
    /// given as IPv4: one client has one name.
    var numeric: ServerAddress {
        family == AF_INET6 ? numericIPv6 : numericIPv4
    }

    var isLoopback: Bool {
        let host = numeric.host
        return host == "::1" || family != AF_UNIX && host.hasPrefix("127.")
    }

    // MARK: IPv4

    private mutating func fillIPv4(_ address: ServerAddress) -> Bool {
        var filled = sockaddr_in()
        guard unsafe inet_pton(AF_INET, address.host, &filled.sin_addr) == 1 else { return false }
        filled.sin_family = sa_family_t(AF_INET)
        filled.sin_port = address.port.bigEndian
        unsafe withUnsafeMutableBytes(of: &storage) {
            unsafe $0.storeBytes(of: filled, as: sockaddr_in.self)
        }
        length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return true
    }

    private var numericIPv4: ServerAddress {
        var address = unsafe withUnsafeBytes(of: storage) { unsafe $0.load(as: sockaddr_in.self) }
        let host = unsafe text(AF_INET, &address.sin_addr)
        return ServerAddress(host: host, port: UInt16(bigEndian: address.sin_port))
    }

    // MARK: IPv6

    private mutating func fillIPv6(_ address: ServerAddress) -> Bool {
        var filled = sockaddr_in6()
        guard unsafe inet_pton(AF_INET6, address.host, &filled.sin6_addr) == 1 else { return false }
        filled.sin6_family = sa_family_t(AF_INET6)
        filled.sin6_port = address.port.bigEndian
        unsafe withUnsafeMutableBytes(of: &storage) {
            unsafe $0.storeBytes(of: filled, as: sockaddr_in6.self)
        }
        length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        return true
    }

    private var numericIPv6: ServerAddress {
        var address = unsafe withUnsafeBytes(of: storage) { unsafe $0.load(as: sockaddr_in6.self) }
        let host = unsafe text(AF_INET6, &address.sin6_addr)
        let mapped = "::ffff:"
        let isMapped = host.hasPrefix(mapped) && host.utf8.contains(UInt8(ascii: "."))
        return ServerAddress(
            host: isMapped ? String(host.dropFirst(mapped.utf8.count)) : host,
            port: UInt16(bigEndian: address.sin6_port)
        )
    }

    private func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard let text = unsafe inet_ntop(family, address, &buffer, socklen_t(buffer.count)) else {
            return ""
        }
        return unsafe String(cString: text)
    }
}
