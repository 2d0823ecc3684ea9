import Foundation

/// The process's environment, or what `payonce dev` left for the other commands.
enum Environment {
    /// The folder of `payonce dev`, under the present one.
    static var home: URL {
        URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
            .appendingPathComponent(".payonce")
    }

    static var file: URL { home.appendingPathComponent("env") }

    /// The settings of this run. Where `DATABASE_URL` is not set, those of `payonce dev` are taken,
    /// and that is said.
    static func reader(
        changing changes: [String: String] = [:]
    ) -> SettingsReader {
        var values = ProcessInfo.processInfo.environment
        if values["DATABASE_URL"] == nil, values["DATABASE_URL_FILE"] == nil,
            let text = Folder.text(of: file)
        {
            Console.complain("DATABASE_URL is not set: taking the settings of .payonce/env.")
            values.merge(parse(text)) { mine, _ in mine }
        }
        values.merge(changes) { _, change in change }
        return SettingsReader(values) { Folder.text(of: URL(fileURLWithPath: $0)) }
    }

    /// `NAME=value` a line.
    static func parse(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1).map { String($0) }
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        return values
    }
}
