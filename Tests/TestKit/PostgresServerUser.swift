import Foundation
import Glibc

/// Who runs PostgreSQL's programs: this user, or `postgres` where this user is root, whom `initdb`
/// and the server refuse.
struct ServerUser: Sendable {
    private let isRoot: Bool
    private let programs: Result<String, PostgresServerError>

    static func current() -> ServerUser {
        ServerUser(
            isRoot: getuid() == 0,
            programs: Result { () throws(PostgresServerError) in
                try findPrograms()
            }
        )
    }

    /// Runs a program of PostgreSQL and returns what it prints.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> String {
        let path = try programs.get() + "/" + program
        return try isRoot
            ? execute("/usr/sbin/runuser", ["-u", "postgres", "--", path] + arguments)
            : execute(path, arguments)
    }

    /// Gives a folder to the user who runs the programs.
    func own(_ directory: URL) throws {
        guard isRoot else { return }
        try execute("/usr/bin/chown", ["postgres", directory.path])
    }

    func append(_ lines: [String], to path: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        try file.close()
    }

    private static func findPrograms() throws(PostgresServerError) -> String {
        var candidates: [String] = []
        do {
            candidates.append(try execute("/usr/bin/pg_config", ["--bindir"]).trimmed)
            let root = "/usr/lib/postgresql"
            let versions = try FileManager.default.contentsOfDirectory(atPath: root)
            candidates += versions.sorted().reversed().map { "\(root)/\($0)/bin" }
        } catch {
            // One of the two places is enough.
        }
        for path in candidates where FileManager.default.isExecutableFile(atPath: path + "/initdb")
        {
            return path
        }
        throw .noPrograms
    }
}

@discardableResult
private func execute(_ path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // The server inherits what pg_ctl has, so its output goes to a file: a pipe would stay open.
    let output = FileManager.default.temporaryDirectory.appendingPathComponent("payonce-\(UUID())")
    try Data().write(to: output)
    defer { unlink(output.path) }
    let handle = try FileHandle(forWritingTo: output)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    try process.run()
    process.waitUntilExit()
    try handle.close()
    let text = try String(contentsOf: output, encoding: .utf8)
    guard process.terminationStatus == 0 else {
        throw PostgresServerError.failed(
            program: path + " " + arguments.joined(separator: " "),
            output: text
        )
    }
    return text
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
