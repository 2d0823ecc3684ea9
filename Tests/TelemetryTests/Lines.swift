import JSON
import Synchronization
import Telemetry

/// A sink that keeps what it gets.
final class Lines: Sendable {
    private let lines = Mutex<[[UInt8]]>([])

    var sink: LogSink {
        LogSink { [self] line in lines.withLock { $0.append(line) } }
    }

    var texts: [String] { lines.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }

    /// The line that came last, read as JSON.
    func last() throws -> JSONValue? {
        guard let line = lines.withLock({ $0.last }) else { return nil }
        return try JSONValue.parse(line, limits: .request)
    }
}
