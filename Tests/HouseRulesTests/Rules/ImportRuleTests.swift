import Testing

struct ImportRuleTests {
    @Test(arguments: [
        ("Money", "import Glibc"),
        ("Money", "import JSON"),
        ("Payments", "import JSON"),
        ("Payments", "public import PaymentStore"),
        ("Payments", "import Foundation"),
        ("JSON", "import Foundation"),
        ("Stripe", "import FoundationEssentials"),
        ("HTTPServer", "import Dispatch"),
        ("API", "import CCurl"),
        ("API", "internal import Stripe"),
        ("API", "import EventLoop"),
        ("PaymentStore", "import CPostgres"),
        ("HTTPClient", "import CPostgres"),
        ("HTTPServer", "import CSystem"),
        ("StripeSimulator", "import CCrypto"),
        ("StripeSimulator", "import Glibc"),
        ("EventLoop", "@preconcurrency import HTTPServer"),
        ("Telemetry", "import struct Foundation.Date"),
        ("Telemetry", "#if true\n  @_exported import API\n#endif"),
        ("Postgres", "import func Crypto.randomBytes"),
        ("PayOnceClient", "import Payments"),
        ("PayOnceClient", "import JSON"),
        ("PayOnceClient", "import Glibc"),
        ("API", "import FoundationNetworking"),
        ("Helpers", ""),
    ])
    func `An import that points upward is found`(module: String, text: String) {
        let file = SourceFile("Sources/\(module)/A.swift", text)
        #expect(ImportRule.check(file).count == 1)
    }

    @Test(arguments: [
        ("Money", "// import Foundation\nlet text = \"import Glibc\""),
        ("Payments", "public import Money"),
        ("EventLoop", "import CSystem\nimport Glibc"),
        ("HTTPClient", "import CCurl\nimport EventLoop\nimport Glibc"),
        ("Postgres", "import CPostgres\npublic import EventLoop"),
        ("Crypto", "import CCrypto"),
        ("Stripe", "import JSON\nimport HTTPClient"),
        ("StripeSimulator", "import EventLoop\nimport JSON"),
        ("payonce", "import EventLoop\nimport Glibc\nimport JSON\nimport Stripe"),
        ("payonce", "import Foundation\nimport Dispatch"),
        ("Postgres", "import Dispatch"),
        ("PayOnceClient", "public import Foundation"),
        (
            "PayOnceClient",
            "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif"
        ),
        ("Payments", "import Synchronization"),
    ])
    func `An import that points downward is not`(module: String, text: String) {
        let file = SourceFile("Sources/\(module)/A.swift", text)
        #expect(ImportRule.check(file).isEmpty)
    }

    @Test func `The table itself has no circle`() {
        var open = ImportRule.allowed
        while let leaf = open.first(where: { $0.value.isDisjoint(with: open.keys) })?.key {
            open[leaf] = nil
        }
        #expect(open.isEmpty)
    }

    @Test func `A finding names the place`() {
        let file = SourceFile("Sources/Money/A.swift", "\nimport Foundation\n")
        #expect(
            ImportRule.check(file).map(\.description)
                == ["Sources/Money/A.swift:2: Money must not import Foundation"]
        )
    }
}
