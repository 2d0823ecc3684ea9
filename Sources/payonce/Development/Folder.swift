import Foundation

/// Files and folders, with "it is not there" as a value.
enum Folder {
    /// The names in a folder, sorted; empty where it cannot be read.
    static func names(in folder: URL) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch {
            return []
        }
    }

    /// A file's text; `nil` where it cannot be read or is not UTF-8.
    static func text(of file: URL) -> String? {
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            return nil
        }
    }

    /// Writes a file that only its owner can read.
    ///
    /// - Throws: `Failure` where that is not possible.
    static func write(_ text: String, to file: URL) throws(Failure) {
        do {
            try text.write(to: file, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600],
                ofItemAtPath: file.path
            )
        } catch {
            throw Failure("\(file.path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Makes a folder, and those above it, that only their owner can enter.
    ///
    /// - Throws: `Failure` where that is not possible.
    static func make(_ folder: URL) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Failure("\(folder.path) cannot be made: \(error.localizedDescription)")
        }
    }

    static func remove(_ file: URL) {
        do {
            try FileManager.default.removeItem(at: file)
        } catch {
            // It was only a scratch file.
        }
    }
}
