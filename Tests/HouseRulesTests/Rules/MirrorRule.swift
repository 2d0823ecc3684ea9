/// Tests mirror the folders of Sources: whoever looks for a module's tests finds them by its name.
enum MirrorRule {
    /// Folders of Tests that are no module's mirror.
    static let others = [
        "TestKit", "SystemTests", "HouseRulesTests", "Benchmarks", "Fuzz", "FuzzTests",
        "Torture",
    ]

    /// Modules that are tested as a whole, from outside.
    static let testedFromOutside = ["payonce": "SystemTests"]

    static func check(sources: [SourceFile], tests: [SourceFile]) -> [Finding] {
        let modules = Set(sources.filter(hasCode).map(\.module)).sorted()
        let tested = Set(tests.filter { $0.code.contains("@Test") }.map(\.module))
        let missing = modules.compactMap { module -> Finding? in
            let folder = testedFromOutside[module] ?? "\(module)Tests"
            return tested.contains(folder) ? nil : Finding("Tests/\(folder)", "has no test")
        }
        let mirrors = Set(sources.map { "\($0.module)Tests" })
        let stray = Set(tests.map(\.module)).subtracting(mirrors).subtracting(others).sorted()
        return missing + stray.map { Finding("Tests/\($0)", "mirrors no folder of Sources") }
    }

    /// A file may hold nothing but a comment that keeps a folder's place.
    private static func hasCode(_ file: SourceFile) -> Bool {
        file.code.contains { !$0.isWhitespace }
    }
}
