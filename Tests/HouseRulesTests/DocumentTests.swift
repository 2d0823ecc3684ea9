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

    /// All Swift text below `path`.
    private func code(below path: String) throws -> String {
        let folder = Repository.root.appending(path: path)
        let files = try #require(FileManager.default.enumerator(atPath: folder.path()))
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        return try files.map { try text("\(path)/\($0)") }.joined(separator: "\n")
    }

    @Test func `The runbook has a section for every kind of finding, and no other`() throws {
        let audited = try captures(
            #"^    case \w+ = "(\w+)""#,
            in: text("Sources/Audit/Values/FindingKind.swift")
        )
        .union(
            captures(#"^    case (\w+)$"#, in: text("Sources/Audit/Values/FindingKind.swift"))
        )
        let list = try text("Sources/payonce/Metrics/FindingWords.swift")
        let noted = try captures(#""(\w+)"[,\n]"#, in: list)
        #expect(audited.count > 20)
        #expect(noted.count > 10)
        let sections = try captures("^## `(\\w+)`$", in: text("docs/runbook.md"))
        #expect(sections == audited.union(noted))
        let described = try captures("`([a-z_]+)`", in: text("docs/audit.md"))
        #expect(audited.subtracting(described) == [])
    }

    @Test func `The list of findings that the service notes is complete`() throws {
        let code =
            try code(below: "Sources/Payments/UseCases") + code(below: "Sources/PaymentStore")
        let written = try captures(#"note\("(\w+)""#, in: code)
            .union(captures(#"note\(\s*about: [^,]+,\s*"(\w+)""#, in: code))
            .union(captures(#"OpsFinding\([^)]*kind: "(\w+)""#, in: code))
            .union(captures(#"SELECT p\.id, '(\w+)'"#, in: code))
            .union(
                captures(
                    #": "(\w*disput\w+|cvc_\w+)"$"#,
                    in: text("Sources/Payments/Rules/DrivingRules.swift")
                        + text("Sources/Payments/Rules/EventRules.swift")
                )
            )
            .subtracting(["dispute_closed", "dispute_opened", "dispute_changed"])
        #expect(written.count > 10)
        let list = try text("Sources/payonce/Metrics/FindingWords.swift")
        #expect(try captures(#""(\w+)"[,\n]"#, in: list) == written)
    }

    @Test func `Every alert has its section in the runbook`() throws {
        let rules = try text("deploy/alerts.yml")
        let alerts = try captures(#"- alert: (\w+)$"#, in: rules)
        #expect(alerts.count > 5)
        #expect(try captures(#"^## (\w+)$"#, in: text("docs/runbook.md")) == alerts)
        // The link of each rule is its own.
        let links = try captures(#"runbook: docs/runbook.md#(\w+)$"#, in: rules)
        #expect(links == Set(alerts.map { $0.lowercased() }))
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
