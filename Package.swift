// swift-tools-version: 6.2
import PackageDescription

// Every source target is held to the same rules: warnings are errors, pointers have to be named
// `unsafe`, imports are private unless said otherwise, and an async function runs where its caller
// runs (the loop) unless it says otherwise.
let rules: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Tests keep all of it except the naming of pointers: the macros of the test library expand to code
// that would have to be annotated where it cannot be.
let testRules: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A folder in `Sources`.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: rules)
}

/// The folder in `Tests` that mirrors a folder in `Sources`.
func tests(of name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.init(stringLiteral: name)] + dependencies,
        swiftSettings: testRules
    )
}

let package = Package(
    name: "PayOnce",
    // For apps; the service itself is built on Linux.
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .executable(name: "payonce", targets: ["payonce"]),
        .library(name: "PayOnceClient", targets: ["PayOnceClient"]),
    ],
    targets: [
        .systemLibrary(name: "CSystem", path: "Sources/CLibraries/CSystem"),
        .systemLibrary(
            name: "CCurl",
            path: "Sources/CLibraries/CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .systemLibrary(
            name: "CPostgres",
            path: "Sources/CLibraries/CPostgres",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]
        ),
        .systemLibrary(
            name: "CCrypto",
            path: "Sources/CLibraries/CCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),

        module("EventLoop", ["CSystem"]),
        module("Money"),
        module("JSON"),
        module("Telemetry", ["JSON"]),
        module("Crypto", ["CCrypto"]),
        module("HTTPServer", ["EventLoop"]),
        module("HTTPClient", ["EventLoop", "CCurl"]),
        module("Postgres", ["EventLoop", "CPostgres"]),
        module("Payments", ["Money"]),
        // Optimised also in a debug build: it goes through millions of states in the tests.
        .target(
            name: "Explorer",
            dependencies: ["Payments", "Money"],
            swiftSettings: rules + [.unsafeFlags(["-O"])]
        ),
        // So is the campaign, for its worlds.
        .target(
            name: "Campaign",
            dependencies: ["Payments", "Money"],
            swiftSettings: rules + [.unsafeFlags(["-O"])]
        ),
        module("Audit", ["Payments", "Money"]),
        module("Stripe", ["HTTPClient", "Payments", "Money", "JSON"]),
        module("PaymentStore", ["Postgres", "Payments", "Money", "Crypto", "Audit"]),
        module("Outbox", ["HTTPClient", "Payments", "Money", "JSON", "Crypto"]),
        .target(
            name: "API",
            dependencies: [
                "HTTPServer", "Payments", "Money", "Crypto", "JSON", "Telemetry", "Audit",
            ],
            // The description of the API, and the console's page.
            resources: [.embedInCode("openapi.json"), .embedInCode("Console")],
            swiftSettings: rules
        ),
        module("PayOnceClient"),
        .target(
            name: "StripeSimulator",
            dependencies: ["HTTPServer", "EventLoop", "Crypto", "Money", "JSON"],
            resources: [.embedInCode("Browser/stripe.js")],
            swiftSettings: rules
        ),
        .executableTarget(
            name: "payonce",
            dependencies: [
                "EventLoop", "HTTPServer", "HTTPClient", "Postgres", "Payments", "PaymentStore",
                "Stripe", "API", "StripeSimulator", "Money", "JSON", "Crypto", "Telemetry",
                "Explorer", "Campaign", "Outbox", "Audit",
            ],
            // A link to sql/migrations: the program carries its schema with it.
            // And the page of `payonce dev`.
            resources: [.embedInCode("Migrations"), .embedInCode("Page")],
            swiftSettings: rules
        ),

        // What an app does, for a terminal: docs/app.md.
        .executableTarget(
            name: "checkout",
            dependencies: ["PayOnceClient"],
            path: "Examples/CommandLineCheckout",
            swiftSettings: rules
        ),
        .target(
            name: "TestKit",
            dependencies: ["EventLoop", "HTTPClient", "Postgres", "JSON"],
            path: "Tests/TestKit",
            swiftSettings: testRules
        ),
        tests(of: "EventLoop", []),
        tests(of: "Money", []),
        tests(of: "JSON", []),
        tests(of: "Crypto", []),
        tests(of: "Telemetry", ["JSON"]),
        tests(of: "HTTPServer", ["EventLoop", "TestKit"]),
        tests(of: "HTTPClient", ["EventLoop", "TestKit"]),
        tests(of: "Postgres", ["EventLoop", "TestKit"]),
        tests(of: "Payments", ["Money", "Campaign"]),
        tests(of: "Explorer", []),
        tests(of: "Campaign", ["TestKit", "payonce"]),
        tests(of: "Stripe", ["Payments", "Money", "JSON", "HTTPClient", "EventLoop", "TestKit"]),
        tests(of: "Audit", ["Payments", "Money"]),
        tests(
            of: "PaymentStore",
            ["Postgres", "Payments", "Money", "Crypto", "Audit", "EventLoop", "TestKit"]
        ),
        tests(
            of: "Outbox",
            ["Payments", "Money", "JSON", "HTTPClient", "HTTPServer", "EventLoop", "Crypto"]
        ),
        tests(
            of: "API",
            ["HTTPServer", "Payments", "Money", "JSON", "Telemetry", "Audit", "TestKit"]
        ),
        tests(of: "PayOnceClient", []),
        tests(of: "StripeSimulator", ["HTTPServer", "JSON", "EventLoop", "TestKit"]),
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "TestKit", "JSON", "EventLoop", "HTTPClient", "HTTPServer", "payonce",
                "PayOnceClient", "checkout",
            ],
            swiftSettings: testRules
        ),
        .testTarget(name: "HouseRulesTests", swiftSettings: testRules),

        // What `scripts/fuzz` feeds; the tests replay its corpus.
        .target(
            name: "Fuzz",
            dependencies: [
                "API", "HTTPServer", "JSON", "Money", "Payments", "PaymentStore", "Stripe",
                "StripeSimulator", "Telemetry",
            ],
            path: "Tests/Fuzz",
            exclude: ["Corpus", "Program"],
            swiftSettings: testRules
        ),
        .testTarget(name: "FuzzTests", dependencies: ["Fuzz"], swiftSettings: testRules),

        // `scripts/torture`: customers, saboteurs and the comparison of what came of it.
        .executableTarget(
            name: "torture",
            dependencies: [
                "TestKit", "JSON", "API", "Crypto", "EventLoop", "HTTPServer", "Payments",
                "Telemetry",
            ],
            path: "Tests/Torture",
            swiftSettings: testRules
        ),

        // The two ends of `scripts/bench`: no part of the service, and no test.
        .executableTarget(
            name: "bench-stripe",
            dependencies: ["EventLoop", "HTTPServer"],
            path: "Tests/Benchmarks/Stripe",
            swiftSettings: testRules
        ),
        .executableTarget(
            name: "bench-load",
            dependencies: ["EventLoop"],
            path: "Tests/Benchmarks/Load",
            swiftSettings: testRules
        ),
    ],
    swiftLanguageModes: [.v6]
)

// libFuzzer brings the main function, so the program around it links only where that is linked too.
if Context.environment["PAYONCE_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "payonce-fuzz",
            dependencies: ["Fuzz"],
            path: "Tests/Fuzz/Program",
            swiftSettings: testRules + [.unsafeFlags(["-parse-as-library"])]
        )
    )
}
