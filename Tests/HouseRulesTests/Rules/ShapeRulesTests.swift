import Testing

struct ShapeRulesTests {
    private func file(_ text: String, module: String = "Money") -> SourceFile {
        SourceFile("Sources/\(module)/A.swift", text)
    }

    @Test func `A line may have a hundred columns`() {
        let line = String(repeating: "é", count: 100)
        #expect(ShapeRules.lineLength(file("\(line)\n\(line)x\n// short\n")).map(\.line) == [2])
        #expect(ShapeRules.lineLength(file("\(line)\n")).isEmpty)
    }

    @Test func `A file may have five hundred lines`() {
        let lines = String(repeating: "let a = 1\n", count: 500)
        #expect(ShapeRules.fileLength(file(lines)).isEmpty)
        #expect(ShapeRules.fileLength(file(lines + "let b = 1")).count == 1)
    }

    @Test(arguments: [
        "func f() {", "init(a: Int) {", "deinit {", "subscript(a: Int) -> Int {", "var a: Int {",
        "public static func f<T>(\n) throws(E) -> [T]\nwhere T: P {", "var a = 1 {\n  didSet {",
    ])
    func `A function may have seventy lines`(header: String) {
        let used = header.split(separator: "\n").count + 1
        let closing = String(repeating: "}", count: header.filter { $0 == "{" }.count)
        func text(_ length: Int) -> String {
            let body = String(repeating: "    if a { b() }\n", count: length - used)
            return "protocol P {\n  func g()\n}\nstruct S {\n\(header)\n\(body)\(closing)\n}\n"
        }
        #expect(ShapeRules.functionLength(file(text(70))).isEmpty)
        #expect(ShapeRules.functionLength(file(text(71))).first?.line == 5)
    }

    @Test func `A long type is no long function`() {
        let functions = String(repeating: "  func f() {\n    g()\n  }\n", count: 100)
        #expect(ShapeRules.functionLength(file("struct S {\n\(functions)}\n")).isEmpty)
        let requirements = String(repeating: "  func f()\n  var a: Int { get }\n", count: 100)
        #expect(ShapeRules.functionLength(file("protocol P {\n\(requirements)}\n")).isEmpty)
        let cases = String(repeating: "  case a // func {\n", count: 100)
        #expect(ShapeRules.functionLength(file("enum E {\n\(cases)}\n")).isEmpty)
    }

    @Test(arguments: [
        "public struct Money: Sendable {}", "final class Money {}", "enum Money {}",
        "actor Money {}",
        "protocol Money {}", "public typealias Money = Int",
    ])
    func `A type named like its module is found`(text: String) {
        #expect(ShapeRules.moduleName(file(text)).count == 1)
        #expect(ShapeRules.moduleName(file(text, module: "API")).isEmpty)
    }

    @Test(arguments: [
        "struct MoneyError {}", "import Money", "// struct Money", "struct A { let Money = 1 }",
    ])
    func `Other names are not`(text: String) {
        #expect(ShapeRules.moduleName(file(text)).isEmpty)
    }
}
