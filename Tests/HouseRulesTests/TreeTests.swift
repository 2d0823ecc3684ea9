import Testing

/// The rules on the tree as it is.
struct TreeTests {
    private static let rules: [@Sendable (SourceFile) -> [Finding]] = [
        ImportRule.check,
        WordRules.unsafe,
        WordRules.swallowedErrors,
        WordRules.leftovers,
        WordRules.defaults,
        WordRules.floatingPoint,
        ShapeRules.lineLength,
        ShapeRules.fileLength,
        ShapeRules.functionLength,
        ShapeRules.moduleName,
    ]

    @Test func `Sources keep the house rules`() throws {
        let files = try Repository.swiftFiles(in: "Sources")
        #expect(files.count > 50)
        let findings = files.flatMap { file in TreeTests.rules.flatMap { $0(file) } }
        #expect(findings.isEmpty, "\(list(findings))")
    }

    /// What somebody copies is held to what it will look like there.
    @Test func `Examples keep the rules of shape`() throws {
        let rules: [@Sendable (SourceFile) -> [Finding]] = [
            WordRules.unsafe, WordRules.swallowedErrors, WordRules.leftovers,
            ShapeRules.lineLength, ShapeRules.fileLength, ShapeRules.functionLength,
        ]
        let files = try Repository.swiftFiles(in: "Examples")
        #expect(files.count > 8)
        let findings = files.flatMap { file in rules.flatMap { $0(file) } }
        #expect(findings.isEmpty, "\(list(findings))")
    }

    @Test func `Tests mirror Sources`() throws {
        let findings = MirrorRule.check(
            sources: try Repository.swiftFiles(in: "Sources"),
            tests: try Repository.swiftFiles(in: "Tests")
        )
        #expect(findings.isEmpty, "\(list(findings))")
    }

    @Test func `Migrations are as they landed`() throws {
        let findings = MigrationRule.check(
            recorded: try Repository.text(of: MigrationRule.list),
            present: try Repository.digests(in: "sql/migrations")
        )
        #expect(findings.isEmpty, "\(list(findings))")
    }

    @Test func `Digests are SHA-256`() throws {
        let digests = try Repository.digests(in: "Sources/CLibraries/CCrypto")
        #expect(digests.keys.sorted() == ["module.modulemap", "shim.h"])
        #expect(digests.values.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{64}/) != nil })
        #expect(try Repository.digests(in: "no/such/folder").isEmpty)
    }

    private func list(_ findings: [Finding]) -> String {
        findings.map { "\n\($0)" }.joined()
    }
}
