import Foundation

/// The checked-out tree that this test was built from.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The Swift files below `folder`, by path.
    static func swiftFiles(in folder: String) throws -> [SourceFile] {
        let paths = try FileManager.default.subpathsOfDirectory(
            atPath: root.appending(path: folder).path(percentEncoded: false)
        )
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            let url = root.appending(path: folder).appending(path: path)
            return SourceFile("\(folder)/\(path)", try String(contentsOf: url, encoding: .utf8))
        }
    }

    /// The text of a file; empty where there is none.
    static func text(of path: String) throws -> String {
        let url = root.appending(path: path)
        guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
            return ""
        }
        return try String(contentsOf: url, encoding: .utf8)
    }

    /// The SHA-256 digests of the files directly in `folder`, by name.
    static func digests(in folder: String) throws -> [String: String] {
        let directory = root.appending(path: folder)
        let path = directory.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        guard !names.isEmpty else { return [:] }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/sha256sum")
        process.arguments = ["--"] + names
        process.currentDirectoryURL = directory
        process.standardOutput = output
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map { (String($0.dropFirst(66)), String($0.prefix(64))) }
        )
    }
}
