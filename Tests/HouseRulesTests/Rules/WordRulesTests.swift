import Testing

struct WordRulesTests {
    private func file(_ module: String, _ text: String) -> SourceFile {
        SourceFile("Sources/\(module)/A.swift", text)
    }

    @Test(arguments: [
        "unsafe f()", "let p: UnsafePointer<Int>", "withUnsafeBytes(of: x) { _ in }",
        "unsafeBitCast(x, to: Int.self)", "nonisolated(unsafe) var x = 1", "\"\\(unsafe f())\"",
    ])
    func `unsafe is found outside the wrappers`(text: String) {
        for module in ["Payments", "API", "JSON", "Telemetry", "payonce"] {
            #expect(WordRules.unsafe(file(module, text)).count == 1)
        }
        for module in ["EventLoop", "HTTPServer", "HTTPClient", "Postgres", "Crypto"] {
            #expect(WordRules.unsafe(file(module, text)).isEmpty)
        }
        #expect(WordRules.unsafe(SourceFile("Sources/Telemetry/Kernel.swift", text)).isEmpty)
    }

    @Test(arguments: [
        "// unsafe", "let s = \"unsafe\"", "let unsafely = 1", "/* a /* b */ unsafe */",
    ])
    func `unsafe in words is not`(text: String) {
        #expect(WordRules.unsafe(file("Payments", text)).isEmpty)
    }

    @Test(arguments: [
        "try? f()", "try! f()", "fatalError()", "#\"\\#(try? f())\"#",
        "let s = \"a // b\"; try? f()", "let s = \"\"\"\n  \"a\" /* \n  \"\"\"\ntry! f()",
        "let s = \"\\(a[\"/*\"])\"; try? f()", #"let s = "\\"; try? f()"#,
    ])
    func `A swallowed error is found`(text: String) {
        #expect(WordRules.swallowedErrors(file("API", text)).count == 1)
    }

    @Test(arguments: [
        "try f()", "guard try !f() else { return try -x }", "// try? and try! and fatalError",
        "let s = \"try? f()\"",
        "let s = #\"a\" try? \"b\"#", "let s = \"\"\"\n  try!\n  \"\"\"", "preconditionFailure()",
        #"let s = "\" try? f()""#,
    ])
    func `An error that is passed on is not`(text: String) {
        #expect(WordRules.swallowedErrors(file("API", text)).isEmpty)
    }

    @Test func `Reminders are found, in comments too`() {
        let text = "// TODO: x\nlet a = 1 // FIXME\n/* XXX */\n"
        #expect(WordRules.leftovers(file("API", text)).map(\.line) == [1, 2, 3])
        #expect(WordRules.leftovers(file("API", "// todos, XXXL\nlet TODOS = 1")).isEmpty)
    }

    @Test func `default: is found in the domain only`() {
        let text = "switch x {\ncase 1: a\ndefault: b\n}\nswitch y {\n@unknown default : c\n}"
        #expect(WordRules.defaults(file("Payments", text)).map(\.line) == [3, 6])
        #expect(WordRules.defaults(file("Stripe", text)).isEmpty)
        #expect(
            WordRules.defaults(
                file("Payments", "let defaults: Int\n// default: b\na[b, default: 0] += 1")
            ).isEmpty
        )
    }

    @Test func `Floating point is found near money`() {
        let text = "let a: Double\nlet b = Float(1)\nlet c: [Float64]\nlet d: Int64"
        for module in ["Money", "Payments", "PaymentStore"] {
            #expect(WordRules.floatingPoint(file(module, text)).map(\.line) == [1, 2, 3])
        }
        #expect(WordRules.floatingPoint(file("API", text)).isEmpty)
        #expect(WordRules.floatingPoint(file("Money", "// Double\nlet isDoubled = 1")).isEmpty)
    }
}
