import Glibc
import Testing

/// One blocking connection to the simulator, for the tests' own threads: what is on the wire, and
/// nothing that retries or hides it.
final class WireClient {
    enum Ending: Equatable {
        case closed, reset, timedOut
    }

    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        setTimeout(seconds: 10)
    }

    deinit { close(descriptor) }

    func setTimeout(seconds: Double) {
        var limit = timeval(
            tv_sec: Int(seconds),
            tv_usec: Int((seconds - seconds.rounded(.down)) * 1e6)
        )
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    }

    func send(_ method: String, _ path: String, _ body: String = "", key: String? = nil) {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        head += "Authorization: Bearer sk_test_wire\r\nContent-Length: \(body.utf8.count)\r\n"
        if let key { head += "Idempotency-Key: \(key)\r\n" }
        let bytes = Array((head + "\r\n" + body).utf8)
        let sent = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #expect(sent == bytes.count)
    }

    /// The bytes up to the end of one answer, or as far as they come, and then how it ended.
    func receive() -> (text: String, ending: Ending?) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if WireClient.isWhole(text) { return (text, nil) }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return (text, WireClient.ending(count)) }
            bytes += buffer[..<count]
        }
    }

    private static func ending(_ count: Int) -> Ending {
        if count == 0 { return .closed }
        return errno == ECONNRESET ? .reset : .timedOut
    }

    private static func isWhole(_ text: String) -> Bool {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
        guard let length = text.firstMatch(of: /Content-Length: (\d+)\r\n/) else { return false }
        return text[end.upperBound...].utf8.count >= Int(length.1) ?? .max
    }
}
