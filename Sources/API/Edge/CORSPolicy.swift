import HTTPServer

/// Which web pages may call the API from a browser. No cookie is involved, so `*` is safe where the
/// operator wants it. [Fetch, 3.2](https://fetch.spec.whatwg.org/#http-cors-protocol)
struct CORSPolicy: Sendable {
    private let origins: Set<String>

    init(origins: [String]) {
        self.origins = Set(origins)
    }

    /// Adds what the browser needs to hand the answer to the page.
    func apply(to response: inout HTTPResponse, answering request: HTTPRequest) {
        guard !origins.isEmpty else { return }
        // A shared cache must not give one page's permission to another.
        response.headers.add("Vary", "Origin")
        guard let allowed = allowedOrigin(request.headers["origin"]) else { return }
        response.headers.add("Access-Control-Allow-Origin", allowed)
        response.headers.add("Access-Control-Expose-Headers", CORSPolicy.exposed)
    }

    /// Adds what the browser asks for before a call.
    func applyPreflight(
        to response: inout HTTPResponse,
        answering request: HTTPRequest,
        allowing methods: String
    ) {
        guard allowedOrigin(request.headers["origin"]) != nil else { return }
        response.headers.add("Access-Control-Allow-Methods", methods)
        response.headers.add("Access-Control-Allow-Headers", CORSPolicy.allowed)
        response.headers.add("Access-Control-Max-Age", CORSPolicy.preflightSeconds)
    }

    private static let allowed =
        "Content-Type, Authorization, Idempotency-Key, Payment-Client-Secret"
    private static let exposed = "Idempotent-Replayed, Retry-After, Request-Id"
    /// Ten minutes: a checkout asks once, and a change of the setting is soon felt.
    private static let preflightSeconds = "600"

    private func allowedOrigin(_ origin: String?) -> String? {
        guard let origin else { return nil }
        if origins.contains("*") { return "*" }
        return origins.contains(origin) ? origin : nil
    }
}
