import Foundation

/// `openssl s_server` with a certificate of its own, answering `GET /answer` with `smallAnswer`.
final class SecurePeer: Sendable {
    let port: Int
    /// The file that holds its certificate, for those who trust it.
    let certificateFile: String
    private let folder: URL
    private let server = Process()

    /// The certificate is for `name`, as `subjectAltName` has it.
    init(for name: String, options: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificateFile = folder.appendingPathComponent("certificate.pem").path
        try smallAnswer.write(
            to: folder.appendingPathComponent("answer"),
            atomically: true,
            encoding: .utf8
        )
        let openssl = URL(fileURLWithPath: "/usr/bin/openssl")
        let request = Process()
        request.executableURL = openssl
        request.currentDirectoryURL = folder
        request.standardError = FileHandle.nullDevice
        request.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", "key.pem", "-out", "certificate.pem", "-days", "2", "-subj", "/CN=peer",
            "-addext", "subjectAltName=\(name)",
        ]
        try request.run()
        request.waitUntilExit()

        let output = Pipe()
        server.executableURL = openssl
        server.currentDirectoryURL = folder
        server.standardInput = Pipe()
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        server.arguments =
            ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem"]
            + ["-HTTP"] + options
        try server.run()
        port = try SecurePeer.port(announcedOn: output.fileHandleForReading)
    }

    deinit {
        server.terminate()
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            print("left behind: \(folder.path)")
        }
    }

    var url: String { "https://127.0.0.1:\(port)/answer" }

    /// The server says `ACCEPT 127.0.0.1:port` once it listens.
    private static func port(announcedOn output: FileHandle) throws -> Int {
        var text = ""
        while true {
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .first { $0.hasPrefix("ACCEPT ") }
            if let line, let port = line.split(separator: ":").last.flatMap({ Int($0) }) {
                return port
            }
            let piece = output.availableData
            guard !piece.isEmpty else { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: piece, as: UTF8.self)
        }
    }
}
