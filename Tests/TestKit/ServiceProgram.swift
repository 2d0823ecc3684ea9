import Foundation

/// The program `payonce`, as it was built beside these tests.
public enum ServiceProgram {
    public static let path: String = {
        // The bundle of the tests is the running program, and the build puts both into one folder.
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("payonce").path
    }()

    /// Runs a subcommand to its end, with further variables in its environment.
    ///
    /// - Throws: `ProcessFailure` where its exit code is not 0.
    @discardableResult
    public static func run(
        _ words: [String],
        database: String,
        settings: [String: String] = [:]
    ) async throws -> String {
        let environment = ["DATABASE_URL": database, "HOME": "/nonexistent"]
        let child = try await ProcessChild(
            [path] + words,
            environment: environment.merging(settings) { _, given in given }
        )
        let status = try await child.exit()
        guard status == 0 else {
            throw ProcessFailure.ended(
                program: words.joined(separator: " "),
                status: status,
                output: child.output
            )
        }
        return child.output
    }

    /// Writes a price list into the database of a shop.
    public static func importPrices(
        _ lines: [String],
        replacing: Bool,
        database: String
    ) async throws {
        let file = "/tmp/payonce-prices-\(UUID()).csv"
        try (lines.joined(separator: "\n") + "\n")
            .write(toFile: file, atomically: false, encoding: .utf8)
        defer { unlink(file) }
        try await run(
            ["catalog", "import", file] + (replacing ? ["--replace"] : []),
            database: database
        )
    }
}
