/// A numeric address and a port. Names are not resolved: that would block the loop.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address in numbers. `::` takes IPv4 clients too.
    public let host: String
    /// 0 asks the system for any free port.
    public let port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    public static func loopback(port: UInt16 = 0) -> ServerAddress {
        ServerAddress(host: "127.0.0.1", port: port)
    }

    public var description: String {
        host.utf8.contains(ASCII.colon) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
