import API
import Foundation

/// The files of `PAYONCE_STATIC_DIR`, read at the start: a request then finds a file or none, and
/// no path that a client makes up is ever opened. Left out are hidden files, and links, which may
/// lead anywhere.
enum StaticFolder {
    /// A page and what belongs to it. More is a folder that was named by mistake.
    static let mostFiles = 1_000
    /// Of all files together: they stay in the memory.
    static let mostBytes = 32 * 1024 * 1024

    /// By path; a folder's `index.html` is the folder's own path too.
    ///
    /// - Throws: `Failure` where the folder cannot be read, or holds too much.
    static func files(in folder: String) throws(Failure) -> [String: StaticFile] {
        guard let names = FileManager.default.enumerator(atPath: folder) else {
            throw failure("\(folder), which cannot be read")
        }
        var files: [String: StaticFile] = [:]
        var bytes = 0
        while let name = names.nextObject() as? String {
            if name.split(separator: "/").last?.hasPrefix(".") == true {
                names.skipDescendants()
                continue
            }
            guard names.fileAttributes?[.type] as? FileAttributeType == .typeRegular else {
                continue
            }
            let size = (names.fileAttributes?[.size] as? NSNumber)?.intValue ?? 0
            bytes += size
            guard files.count < mostFiles, bytes <= mostBytes else {
                throw failure(
                    "\(folder), which has more than \(mostFiles) files or \(mostBytes) bytes"
                )
            }
            files["/" + name] = try file(at: folder + "/" + name)
        }
        for (path, file) in files where path.hasSuffix("/index.html") {
            files[String(path.dropLast("index.html".count))] = file
        }
        guard files["/"] != nil else { throw failure("\(folder), which has no index.html") }
        return files
    }

    /// The media type by the end of a name.
    static func contentType(of name: String) -> String {
        let end = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[end] ?? "application/octet-stream"
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "json": "application/json", "txt": "text/plain; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
        "gif": "image/gif", "ico": "image/x-icon", "woff2": "font/woff2",
        "webmanifest": "application/manifest+json",
    ]

    private static func file(at path: String) throws(Failure) -> StaticFile {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return StaticFile(contentType: contentType(of: path), bytes: [UInt8](data))
        } catch {
            throw failure("a folder with \(path), which cannot be read")
        }
    }

    private static func failure(_ what: String) -> Failure {
        Failure("PAYONCE_STATIC_DIR names \(what).")
    }
}
