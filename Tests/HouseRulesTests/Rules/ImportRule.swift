/// Imports point one way: down. The table is that of the design.
enum ImportRule {
    /// What each folder of Sources may import. C modules stand in their wrapper's row only.
    /// Foundation is for the app's library and for the program, which handles files and processes;
    /// no module of the service has it.
    static let allowed: [String: Set<String>] = [
        "EventLoop": ["CSystem", "Glibc"],
        "Money": [],
        "JSON": [],
        "Crypto": ["CCrypto"],
        "Telemetry": ["JSON", "Glibc"],
        "Payments": ["Money"],
        "Explorer": ["Payments", "Money"],
        "Campaign": ["Payments", "Money", "Glibc"],
        "HTTPClient": ["EventLoop", "CCurl", "Glibc"],
        "HTTPServer": ["EventLoop", "Glibc"],
        "Postgres": ["EventLoop", "CPostgres", "Dispatch", "Glibc"],
        "Stripe": ["HTTPClient", "Payments", "Money", "JSON"],
        "PaymentStore": ["Postgres", "Payments", "Money", "Crypto", "Audit"],
        "Outbox": ["HTTPClient", "Payments", "Money", "JSON", "Crypto"],
        "Audit": ["Payments", "Money"],
        "API": ["HTTPServer", "Payments", "Money", "Crypto", "JSON", "Telemetry", "Audit"],
        "StripeSimulator": ["HTTPServer", "EventLoop", "Crypto", "Money", "JSON"],
        "PayOnceClient": ["Foundation", "FoundationNetworking"],
        "payonce": [
            "API", "Audit", "Campaign", "Crypto", "Dispatch", "EventLoop", "Explorer",
            "Foundation", "Glibc", "HTTPClient", "HTTPServer", "JSON",
            "Money", "Outbox", "PaymentStore", "Payments", "Postgres", "Stripe", "StripeSimulator",
            "Telemetry",
        ],
    ]

    /// Parts of Swift's own library, without a door to the outside: free for all.
    private static let language: Set<String> = ["Synchronization"]

    static func check(_ file: SourceFile) -> [Finding] {
        guard let allowed = allowed[file.module] else {
            return [Finding(file.path, "\(file.module) is not in the table of imports")]
        }
        return imports(file).filter {
            !allowed.contains($0.module) && !language.contains($0.module)
        }
        .map {
            Finding(file.path, line: $0.line, "\(file.module) must not import \($0.module)")
        }
    }

    /// `import X`, `public import X`, `@testable import X`, `import struct X.Y`.
    private static func imports(_ file: SourceFile) -> [(line: Int, module: String)] {
        let kinds: Set<Substring> = [
            "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
        ]
        return file.codeLines.compactMap { line in
            guard let place = line.tokens.firstIndex(of: "import") else { return nil }
            let name = line.tokens[(place + 1)...].first { !kinds.contains($0) }
            return name.map { (line.number, String($0)) }
        }
    }
}
