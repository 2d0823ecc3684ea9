/// Where log lines go: one call with each whole line.
public struct LogSink: Sendable {
    let write: @Sendable ([UInt8]) -> Void

    public init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = write
    }

    /// The process's standard error, unbuffered, so that the last line before a crash is there.
    ///
    /// Lines of several threads do not mix up to the 4,096 bytes that a pipe takes as a whole. A
    /// line that cannot be written is lost: payments go on when the disk of the log is full.
    public static let standardError = LogSink { line in Kernel.write(line, to: 2) }

    /// Drops everything.
    public static let none = LogSink { _ in }
}
