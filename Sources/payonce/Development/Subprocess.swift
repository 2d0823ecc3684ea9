import Foundation

/// Runs a program to its end. Blocks the calling thread, so never on a loop.
enum Subprocess {
    struct Ended {
        let status: Int32
        /// Both streams together.
        let output: String
    }

    /// A server that the program leaves running must not inherit what Foundation opens to learn of
    /// the program's end, or that end would come with the server's.
    private static let closingInherited = """
        for file in /proc/self/fd/*; do
            number=${file##*/}
            [ "$number" -le 2 ] || eval "exec $number>&-"
        done
        exec "$@"
        """

    /// Runs a program with nothing to read, apart from our own process group's Ctrl-C handling.
    ///
    /// - Throws: `Failure` where it cannot be started.
    static func run(_ path: String, _ arguments: [String]) throws(Failure) -> Ended {
        let output = FileManager.default.temporaryDirectory
            .appendingPathComponent("payonce-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        defer { Folder.remove(output) }
        // A file and not a pipe: a server that the program leaves running would keep a pipe open.
        guard let sink = FileHandle(forWritingAtPath: output.path) else {
            throw Failure("\(output.path) cannot be written.")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", closingInherited, "bash", path] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = sink
        process.standardError = sink
        do {
            try process.run()
        } catch {
            throw Failure("\(path) cannot be started: \(error.localizedDescription)")
        }
        process.waitUntilExit()
        return Ended(status: process.terminationStatus, output: Folder.text(of: output) ?? "")
    }
}
