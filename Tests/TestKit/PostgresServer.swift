import Foundation
import Glibc

/// A PostgreSQL of the tests' own, in a folder that is thrown away.
///
/// `shared` is one per test process, with an empty database for whoever asks. Tests that stop or
/// kill a server make one for themselves with `start(configuration:)`.
public final class PostgresServer: Sendable {
    private let directory: URL?
    /// A libpq URL of a superuser, without a database name.
    private let base: String
    private static let users = ServerUser.current()

    // MARK: Making one

    /// The server of this test process; `PAYONCE_TEST_POSTGRES` names another one to be used.
    public static var shared: PostgresServer {
        get throws { try started.get() }
    }

    private static let started = Result<PostgresServer, any Error> {
        if let url = ProcessInfo.processInfo.environment["PAYONCE_TEST_POSTGRES"] {
            return try PostgresServer(existing: url)
        }
        return try .start()
    }

    /// Makes and starts a server; `configuration` is lines for its `postgresql.conf`.
    public static func start(configuration: [String] = []) throws -> PostgresServer {
        let server = try PostgresServer(newWith: configuration)
        server.removeAtExit()
        try server.start()
        return server
    }

    private init(existing url: String) throws {
        guard let host = LocalHost(ofURL: url) else { throw PostgresServerError.notLocal }
        base = host.baseURL
        directory = nil
    }

    private init(newWith configuration: [String]) throws {
        let directory = URL(fileURLWithPath: "/tmp/payonce-postgres-\(getpid())-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        try PostgresServer.users.own(directory)
        self.directory = directory
        base = "postgresql://postgres@/%@?host=\(directory.path)"
        try PostgresServer.users.run(
            "initdb",
            ["-D", directory.path + "/data", "-U", "postgres", "-A", "trust", "-E", "UTF8"]
                + ["--locale=C", "--no-sync"]
        )
        let lines =
            [
                "listen_addresses = ''",
                "unix_socket_directories = '\(directory.path)'",
                "max_connections = 500",
                "shared_buffers = 64MB",
                "logging_collector = off",
            ] + configuration
        try PostgresServer.users.append(lines, to: directory.path + "/data/postgresql.conf")
    }

    // MARK: Databases

    /// The URL of a database of this server.
    public func url(database: String) -> String {
        base.replacingOccurrences(of: "%@", with: database)
    }

    /// The folder that holds the socket.
    public var socketDirectory: String { directory?.path ?? "" }

    /// Makes an empty database; returns its URL.
    public func createDatabase() throws -> String {
        let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
        // One at a time: a template that somebody copies cannot be copied by another.
        try PostgresServer.creating.withLock {
            _ = try sql("CREATE DATABASE \(name) TEMPLATE template0", database: "postgres")
        }
        return url(database: name)
    }

    private static let creating = NSLock()

    /// Runs a statement with psql and returns what it prints, columns separated by `|`.
    public func sql(_ statement: String, database: String) throws -> String {
        try PostgresServer.sql(statement, url: url(database: database))
    }

    /// Runs a statement with psql and returns what it prints, columns separated by `|`.
    public static func sql(_ statement: String, url: String) throws -> String {
        try users.run(
            "psql",
            ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement, url]
        )
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: Faults

    /// Starts a stopped server and waits until it takes connections.
    public func start() throws {
        // After a kill the old process may hold the lock file for as long as it is a zombie.
        var attempts = 0
        while true {
            do {
                return try control(["start", "-w", "-t", "30", "-l", dataPath + "/log"])
            } catch {
                attempts += 1
                if attempts == 20 { throw error }
                usleep(100_000)
            }
        }
    }

    /// Stops the server; `immediate` is a crash without the loss of written data.
    public func stop(mode: String = "fast") throws {
        try control(["stop", "-w", "-m", mode])
    }

    /// Kills the postmaster with SIGKILL; its children notice and leave.
    public func kill9() throws {
        try signal(SIGKILL)
        // The children hold the socket's data directory until they have noticed.
        for _ in 0..<100 where isRunning { usleep(50_000) }
    }

    /// Sends a signal to the postmaster.
    public func signal(_ number: Int32) throws {
        kill(try processIdentifier(), number)
    }

    /// Removes the server at once instead of at the end of the test process.
    public func remove() {
        guard let directory else { return }
        PostgresServer.remove(directory.path)
    }

    /// Leaves its folder where it is, for somebody to look into it.
    public func keep() {
        guard let directory else { return }
        PostgresServer.removals.forget(directory.path)
    }

    // MARK: Parts

    private var dataPath: String { (directory?.path ?? "") + "/data" }

    private func control(_ arguments: [String]) throws {
        guard directory != nil else { throw PostgresServerError.notOurs }
        _ = try PostgresServer.users.run("pg_ctl", ["-D", dataPath] + arguments)
    }

    private var isRunning: Bool {
        do {
            _ = try PostgresServer.users.run("pg_ctl", ["-D", dataPath, "status"])
            return true
        } catch {
            return false
        }
    }

    private func processIdentifier() throws -> pid_t {
        let file = try String(contentsOfFile: dataPath + "/postmaster.pid", encoding: .utf8)
        guard let line = file.split(separator: "\n").first, let process = pid_t(line) else {
            throw PostgresServerError.notOurs
        }
        return process
    }

    // MARK: The end

    private static let removals = Removals()

    private func removeAtExit() {
        guard let directory else { return }
        PostgresServer.removals.add(directory.path)
        _ = PostgresServer.registration
    }

    private static let registration: Void = {
        _ = atexit {
            for path in PostgresServer.removals.takeAll() {
                PostgresServer.stop(path)
                PostgresServer.removeBehind(path)
            }
        }
    }()

    private static func remove(_ path: String) {
        stop(path)
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // Removed already by its test.
        }
    }

    private static func stop(_ path: String) {
        do {
            _ = try users.run("pg_ctl", ["-D", path + "/data", "stop", "-w", "-m", "immediate"])
        } catch {
            // Stopped already by its test.
        }
    }

    /// A database of its own for each test is a hundred thousand files, which take minutes on a
    /// busy disk; nobody has to wait for that.
    private static func removeBehind(_ path: String) {
        let removal = Process()
        removal.executableURL = URL(fileURLWithPath: "/bin/rm")
        removal.arguments = ["-rf", path]
        do {
            try removal.run()
        } catch {
            // What is left lies in the folder for temporary files.
        }
    }
}

/// Folders of servers to be removed when the test process ends.
private final class Removals: @unchecked Sendable {
    private let lock = NSLock()
    private var paths: [String] = []

    func add(_ path: String) { lock.withLock { paths.append(path) } }

    func forget(_ path: String) { lock.withLock { paths.removeAll { $0 == path } } }

    func takeAll() -> [String] {
        lock.withLock {
            defer { paths = [] }
            return paths
        }
    }
}

/// Why a test has no server.
public enum PostgresServerError: Error {
    case noPrograms
    case notLocal
    case notOurs
    case failed(program: String, output: String)
}
