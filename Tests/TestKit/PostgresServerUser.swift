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

/// Not `Process` of Foundation: that waits until every descendant is gone, and `pg_ctl start`
/// leaves one on purpose.
@discardableResult
private func execute(_ path: String, _ arguments: [String]) throws -> String {
    // To a file: the server inherits the output of pg_ctl, and a pipe would never end.
    let output = FileManager.default.temporaryDirectory.path + "/payonce-\(UUID())"
    defer { unlink(output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // The user of the server may not be allowed into the folder of the tests.
    let moved = ["--chdir=/", path] + arguments
    let status = try wait(for: spawn("/usr/bin/env", moved, &actions))
    let text = try String(contentsOfFile: output, encoding: .utf8)
    guard status == 0 else {
        let program = path + " " + arguments.joined(separator: " ")
        throw PostgresServerError.failed(program: program, output: text)
    }
    return text
}

private func spawn(
    _ path: String,
    _ arguments: [String],
    _ actions: UnsafePointer<posix_spawn_file_actions_t>
) throws -> pid_t {
    let words = ([path] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, actions, nil, words + [nil], environ)
    guard code == 0 else {
        throw PostgresServerError.failed(program: path, output: String(cString: strerror(code)))
    }
    return process
}

/// The status as `wait` has it: 0 for a program that ended well.
private func wait(for process: pid_t) throws -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else {
            throw PostgresServerError.failed(program: "waitpid", output: "errno \(errno)")
        }
    }
    return status
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
