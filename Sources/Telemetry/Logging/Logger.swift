/// Writes records as JSON lines, with every secret replaced by `***`.
///
/// A message is constant, so that it can be counted and searched; whatever varies is metadata:
/// `logger.notice("payment declined", ["declineCode": .string(code)])`. May be used from anywhere.
public struct Logger: Sendable {
    private let minimum: LogLevel
    private let clock: @Sendable () -> UTCTime
    private let sink: LogSink
    private var context = LogMetadata()

    /// - Parameters:
    ///   - minimum: records below are dropped, and their metadata not even computed.
    ///   - clock: the time of a record.
    ///   - sink: where the lines go.
    public init(
        minimum: LogLevel,
        clock: @escaping @Sendable () -> UTCTime = UTCTime.now,
        sink: LogSink
    ) {
        self.minimum = minimum
        self.clock = clock
        self.sink = sink
    }

    /// The same logger with `metadata` on each of its lines.
    public func with(_ metadata: LogMetadata) -> Logger {
        var logger = self
        logger.context = context.adding(metadata)
        return logger
    }

    /// The same logger with the request's id on each of its lines, as `requestID`.
    public func with(requestID: String) -> Logger {
        with(["requestID": .string(requestID)])
    }

    public func debug(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.debug, message, metadata())
    }

    public func info(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.info, message, metadata())
    }

    public func notice(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.notice, message, metadata())
    }

    public func warning(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.warning, message, metadata())
    }

    public func error(_ message: StaticString, _ metadata: @autoclosure () -> LogMetadata = [:]) {
        log(.error, message, metadata())
    }

    public func log(
        _ level: LogLevel,
        _ message: StaticString,
        _ metadata: @autoclosure () -> LogMetadata = [:]
    ) {
        guard level >= minimum else { return }
        let record = LogRecord(
            time: clock(),
            level: level,
            message: message,
            metadata: context.adding(metadata())
        )
        sink.write(record.line)
    }
}
