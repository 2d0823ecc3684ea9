import Testing

struct MirrorRuleTests {
    private let source = SourceFile("Sources/Money/Amount.swift", "struct Amount {}")
    private let test = SourceFile("Tests/MoneyTests/AmountTests.swift", "@Test func f() {}")

    @Test func `A module with tests is in order`() {
        let program = SourceFile("Sources/payonce/PayOnce.swift", "@main struct PayOnce {}")
        let system = SourceFile("Tests/SystemTests/PayTests.swift", "@Test func f() {}")
        let kit = SourceFile("Tests/TestKit/Kit.swift", "struct Kit {}")
        let place = SourceFile("Sources/API/API.swift", "// API")
        let findings = MirrorRule.check(
            sources: [source, program, place],
            tests: [test, system, kit]
        )
        #expect(findings.isEmpty)
    }

    @Test func `A module without tests is found`() {
        let comment = SourceFile("Tests/MoneyTests/AmountTests.swift", "// @Test")
        for tests in [[], [comment]] {
            #expect(
                MirrorRule.check(sources: [source], tests: tests).map(\.description)
                    == ["Tests/MoneyTests: has no test"]
            )
        }
    }

    @Test func `Tests of nothing are found`() {
        let stray = SourceFile("Tests/HelperTests/A.swift", "@Test func f() {}")
        #expect(
            MirrorRule.check(sources: [source], tests: [test, stray]).map(\.description)
                == ["Tests/HelperTests: mirrors no folder of Sources"]
        )
    }
}
