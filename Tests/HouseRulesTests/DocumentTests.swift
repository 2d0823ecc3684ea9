import Foundation
import Testing

/// What stands in two places says the same in both.
@Suite struct DocumentTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    /// All that `pattern` captures in `text`.
    private func captures(_ pattern: String, in text: String) throws -> Set<String> {
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        let whole = NSRange(text.startIndex..., in: text)
        return Set(
            expression.matches(in: text, range: whole).compactMap { match in
                Range(match.range(at: 1), in: text).map { String(text[$0]) }
            }
        )
    }

    @Test func `The README names every code of an answer`() throws {
        let source = try text("Sources/API/Answers/AnswerCode.swift")
        let written = try captures(#"^    case \w+ = "(\w+)""#, in: source)
        let plain = try captures(#"^    case (\w+)$"#, in: source)
        let codes = written.union(plain)
        #expect(codes.count > 25)
        let readme = try captures("`([a-z_]+)`", in: text("README.md"))
        #expect(codes.subtracting(readme).isEmpty)
    }

    @Test func `The API description names every field, in both spellings`() throws {
        let source = try text("Sources/API/Decoding/BodyField.swift")
        let names = try captures(#"= BodyField\("(\w+)""#, in: source)
        let aliases = try captures(#"alias: "(\w+)""#, in: source)
        #expect(names.count > 10)
        #expect(aliases.count > 3)
        let described = try captures(#"^ +"(\w+)": \{"#, in: text("Sources/API/openapi.json"))
        #expect(names.union(aliases).subtracting(described) == [])
    }

    @Test func `The README names every setting, and none that does not exist`() throws {
        let source = try text("Sources/payonce/SettingsReader.swift")
        let pattern = "((?:DATABASE|STRIPE|PAYONCE)_[A-Z0-9_]+)"
        let settings = try captures("\"\(pattern)\"", in: source)
        #expect(settings.count > 15)
        let readme = try captures(pattern, in: text("README.md")).subtracting(["DATABASE_URL_FILE"])
        #expect(readme == settings)
    }

    @Test func `The program carries every migration`() throws {
        let folder = Repository.root.appending(path: "sql/migrations").path()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }.sorted()
        let carried = try captures(
            #"migration\(\s*"(\w+)""#,
            in: text("Sources/payonce/Landed.swift")
        )
        #expect(!names.isEmpty)
        #expect(carried.sorted() == names)
    }
}
