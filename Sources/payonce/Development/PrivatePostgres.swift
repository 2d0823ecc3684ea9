import Foundation

/// A PostgreSQL of one's own for `payonce dev`: its data under `.payonce/`, reachable only through
/// a socket in a folder of its own.
///
/// The server refuses to run as root. Where we are root, it runs as the user `postgres`, which the
/// Debian package has made, in a folder that this user can reach.
struct PrivatePostgres {
    let data: URL
    let sockets: URL
    private let database: String
    private let binaries: URL
    private let asRoot: Bool

    private static let role = "payonce"

    /// - Parameters:
    ///   - home: the folder `.payonce`.
    ///   - database: the database's name; the simulator and real test keys have one each.
    /// - Throws: `Failure` where no PostgreSQL is installed.
    init(home: URL, database: String) throws(Failure) {
        self.database = database
        binaries = try PrivatePostgres.findBinaries()
        asRoot = getuid() == 0
        let name = PrivatePostgres.shortName(of: home)
        data =
            asRoot
            ? URL(fileURLWithPath: "/var/tmp/payonce-\(name)/postgres")
            : home.appendingPathComponent("postgres")
        // The path of a socket may have 107 bytes only, so it cannot be under the folder itself.
        sockets = URL(fileURLWithPath: "/tmp/payonce-\(name)")
    }

    /// How the programs reach it.
    var url: String {
        "postgresql:///\(database)?host=\(sockets.path)"
            + "&user=\(PrivatePostgres.role)"
    }

    /// Makes the database where there is none, and starts the server where it does not run.
    func start() throws(Failure) {
        try makeFolder(data.deletingLastPathComponent())
        try makeFolder(sockets)
        if !exists(data.appendingPathComponent("PG_VERSION")) { try initialise() }
        if try run("pg_ctl", ["-D", data.path, "status"]).status != 0 {
            let log = data.appendingPathComponent("server.log").path
            let options = "-k \(sockets.path) -c listen_addresses= -c max_connections=200"
            let start = try run(
                "pg_ctl",
                ["-D", data.path, "-l", log, "-w", "-o", options, "start"]
            )
            guard start.status == 0 else {
                throw Failure("PostgreSQL does not start; its log is \(log).")
            }
        }
        try createDatabase()
    }

    func stop() {
        do throws(Failure) {
            _ = try run("pg_ctl", ["-D", data.path, "-m", "fast", "-w", "stop"])
        } catch {
            Console.complain(error.message)
        }
    }

    // MARK: Steps

    private func initialise() throws(Failure) {
        let made = try run(
            "initdb",
            [
                "-D", data.path, "-U", PrivatePostgres.role, "-A", "trust", "-E", "UTF8",
                "--locale=C.UTF-8", "--no-instructions",
            ]
        )
        guard made.status == 0 else { throw Failure("initdb failed: \(made.output)") }
    }

    private func createDatabase() throws(Failure) {
        let connection = ["-h", sockets.path, "-U", PrivatePostgres.role]
        let listed = try run("psql", connection + ["-Atlq", "-d", "postgres"])
        guard listed.status == 0 else {
            throw Failure("The private PostgreSQL does not answer: \(listed.output)")
        }
        let isThere = listed.output.split(separator: "\n").contains {
            $0.hasPrefix("\(database)|")
        }
        if isThere { return }
        let made = try run("createdb", connection + [database])
        guard made.status == 0 else { throw Failure("createdb failed: \(made.output)") }
    }

    private func makeFolder(_ folder: URL) throws(Failure) {
        try Folder.make(folder)
        guard asRoot else { return }
        let given = try Subprocess.run("/bin/chown", ["postgres", folder.path])
        guard given.status == 0 else {
            throw Failure("\(folder.path) cannot be given to the user postgres: \(given.output)")
        }
    }

    private func run(_ program: String, _ arguments: [String]) throws(Failure) -> Subprocess.Ended {
        let path = binaries.appendingPathComponent(program).path
        guard asRoot else { return try Subprocess.run(path, arguments) }
        return try Subprocess.run(
            "/usr/sbin/runuser",
            ["-u", "postgres", "--", path] + arguments
        )
    }

    private func exists(_ file: URL) -> Bool {
        FileManager.default.fileExists(atPath: file.path)
    }

    // MARK: Where things are

    private static func findBinaries() throws(Failure) -> URL {
        let root = URL(fileURLWithPath: "/usr/lib/postgresql")
        let versions = Folder.names(in: root).compactMap(Int.init).sorted(by: >)
        let candidates =
            versions.map { root.appendingPathComponent("\($0)/bin") }
            + ["/usr/bin", "/usr/local/bin", "/usr/local/pgsql/bin"].map {
                URL(fileURLWithPath: $0)
            }
        let found = candidates.first { folder in
            FileManager.default.isExecutableFile(
                atPath: folder.appendingPathComponent("initdb").path
            )
        }
        guard let found else {
            throw Failure(
                "There is no PostgreSQL server here. On Debian: apt-get install postgresql."
            )
        }
        return found
    }

    /// Eight letters that stand for the folder: the same folder leads to the same server.
    private static func shortName(of home: URL) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in home.standardizedFileURL.path.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash & 0xFFFF_FFFF, radix: 16)
    }
}
