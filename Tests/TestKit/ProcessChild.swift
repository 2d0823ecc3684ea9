import Foundation
import Glibc
import Synchronization

/// A program that the tests started. It is killed when nobody holds it any more, and when this
/// process ends, however it ends.
public final class ProcessChild: Sendable {
    public let processIdentifier: pid_t
    private let name: String
    private let outputPath: String
    /// The status of `waitpid`, once it was fetched: a child can be waited for only once.
    private let status = Mutex<Int32?>(nil)

    /// Starts a program with exactly this environment.
    public init(_ words: [String], environment: [String: String]) async throws {
        name = words.joined(separator: " ")
        outputPath = "/tmp/payonce-output-\(getpid())-\(UUID())"
        var whole = environment
        whole["PATH"] = "/usr/local/bin:/usr/bin:/bin"
        processIdentifier = try await ProcessNursery.shared.spawn(
            words,
            environment: whole,
            output: outputPath
        )
    }

    deinit {
        // A stopped process has to be killed too; SIGKILL does that.
        if !isOver {
            kill(processIdentifier, SIGKILL)
            status.withLock { status in
                var raw: Int32 = 0
                while status == nil, waitpid(processIdentifier, &raw, 0) < 0, errno == EINTR {}
            }
        }
        unlink(outputPath)
    }

    /// What it has written so far, to either of its outputs.
    public var output: String {
        do {
            return try String(contentsOfFile: outputPath, encoding: .utf8)
        } catch {
            return ""
        }
    }

    // MARK: Signals and the end

    public func signal(_ number: Int32) {
        // After its end the number may be another process's.
        guard !isOver else { return }
        kill(processIdentifier, number)
    }

    public var isOver: Bool { exitStatus != nil }

    /// The exit code, or minus the signal that ended it; `nil` while it runs.
    public var exitStatus: Int32? {
        let raw = status.withLock { status -> Int32? in
            if status != nil { return status }
            var raw: Int32 = 0
            guard waitpid(processIdentifier, &raw, WNOHANG) == processIdentifier else { return nil }
            status = raw
            return raw
        }
        guard let raw else { return nil }
        let number = raw & 0x7f
        return number == 0 ? (raw >> 8) & 0xff : -number
    }

    /// Waits for its end by itself.
    @discardableResult
    public func exit(within patience: Duration = .seconds(60)) async throws -> Int32 {
        guard let status = try await eventually(within: patience, { exitStatus }) else {
            throw ProcessFailure.silent(program: name, output: output)
        }
        return status
    }

    /// Waits for a line that begins with `prefix`; returns the rest of it.
    public func line(
        after prefix: String,
        within patience: Duration = .seconds(60)
    ) async throws -> String {
        let found = try await eventually(within: patience) { () throws -> String? in
            // Looked at in this order: what it wrote before it ended is there.
            let status = exitStatus
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.hasPrefix(prefix) }) {
                return String(line.dropFirst(prefix.count))
            }
            guard status == nil else {
                throw ProcessFailure.ended(program: name, status: status ?? 0, output: output)
            }
            return nil
        }
        guard let found else { throw ProcessFailure.silent(program: name, output: output) }
        return found
    }
}

/// Asks again and again until there is an answer; `nil` when the patience is at its end.
public func eventually<Value>(
    within patience: Duration = .seconds(60),
    every pause: Duration = .milliseconds(20),
    _ look: () async throws -> Value?
) async throws -> Value? {
    let end = ContinuousClock.now + patience
    while true {
        if let value = try await look() { return value }
        guard ContinuousClock.now < end else { return nil }
        try await Task.sleep(for: pause)
    }
}

/// Runs what blocks on a thread of its own: the threads of the tests' tasks are few.
public func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try work() }) }
        thread.stackSize = 256 * 1024
        thread.start()
    }
}
