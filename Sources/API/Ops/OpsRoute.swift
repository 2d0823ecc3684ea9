import HTTPServer

/// An address of those who watch. Paths are exact, as in `Route`.
enum OpsRoute: Hashable {
    case metrics
    /// The console's page, asked for without the slash that its files hang on.
    case console
    case file(String)
    case session
    case overview
    case payments
    case payment(String)
    case resolve(String)
    case keyLookup
    case duplicates
    case findings
    case finding(String)
    case audits
    case audit(String)
    case unknown

    init(path: String) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map(String.init)
        self =
            switch segments {
            case ["metrics"]: .metrics
            case ["ops"]: .console
            case ["ops", "api", "session"]: .session
            case ["ops", "api", "overview"]: .overview
            case ["ops", "api", "payments"]: .payments
            case ["ops", "api", "idempotency-keys", "lookup"]: .keyLookup
            case ["ops", "api", "duplicates"]: .duplicates
            case ["ops", "api", "findings"]: .findings
            case ["ops", "api", "audits"]: .audits
            case _ where segments.count == 2 && segments[0] == "ops" && segments[1] != "api":
                .file(segments[1])
            case _: OpsRoute.named(segments)
            }
    }

    private static func named(_ segments: [String]) -> OpsRoute {
        guard segments.count > 3, segments[0] == "ops", segments[1] == "api", segments[3] != ""
        else { return .unknown }
        return switch (segments[2], segments.count) {
        case ("payments", 4): .payment(segments[3])
        case ("payments", 5) where segments[4] == "resolve": .resolve(segments[3])
        case ("findings", 4): .finding(segments[3])
        case ("audits", 4): .audit(segments[3])
        case _: .unknown
        }
    }

    var methods: [HTTPMethod] {
        switch self {
        case .metrics, .console, .file, .overview, .payments, .payment, .duplicates, .findings,
            .audit:
            [.get, .head]
        case .session: [.get, .head, .post, .delete]
        case .audits: [.get, .head, .post]
        case .resolve, .keyLookup, .finding: [.post]
        case .unknown: []
        }
    }
}
