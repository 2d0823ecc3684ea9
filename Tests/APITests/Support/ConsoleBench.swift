import HTTPServer
import JSON
import Payments
import Testing

@testable import API

/// The console's API over a scripted book, as a browser and a program ask it.
struct ConsoleBench: Sendable {
    let book: ScriptedConsole
    let keys = MemoryKeys()
    let clock = ManualClock()
    let router: OpsRouter

    static let host = "127.0.0.1:4243"

    /// What a browser sends beside each request of our own page.
    static let own = ["Sec-Fetch-Site": "same-origin", "Origin": "http://\(host)"]

    init(
        answering answer: ResolveAnswer? = nil,
        isAway: Bool = false,
        isSecure: Bool = false
    ) throws {
        let (book, keys, clock) = (
            try ScriptedConsole(answering: answer, isAway: isAway), keys, clock
        )
        self.book = book
        router = OpsRouter(
            needsKey: false,
            surroundings: Surroundings(
                now: { clock.now },
                wallClock: { .seconds(TokenForge.now) },
                apiKeys: keys,
                newRequestID: { "req_1" },
                readiness: { .ready },
                log: { _ in }
            ),
            console: OpsConsole(
                book: book,
                decisions: book,
                resolving: book,
                audits: book,
                stripe: {
                    StripeStanding(
                        inFlight: 1,
                        waiting: 2,
                        isBreakerOpen: true,
                        slowdown: 4,
                        tokens: 7
                    )
                },
                hash: { $0 },
                isSecure: isSecure
            ),
            page: { "" }
        )
    }

    func ask(
        _ method: HTTPMethod,
        _ path: String,
        query: String? = nil,
        body: String? = nil,
        _ headers: [String: String] = [:]
    ) async -> HTTPResponse {
        var fields = HTTPHeaders([("Host", ConsoleBench.host)])
        if body != nil, headers["Content-Type"] == nil {
            fields.add("Content-Type", "application/json")
        }
        for (name, value) in headers { fields.add(name, value) }
        return await router.answer(
            HTTPRequest(
                method: method,
                path: path,
                query: query,
                headers: fields,
                body: Array((body ?? "").utf8)
            )
        )
    }

    /// The headers of a browser whose person has signed in with this key.
    func signIn(_ key: String) async throws -> [String: String] {
        let answer = await ask(
            .post,
            "/ops/api/session",
            body: #"{"key":"\#(key)"}"#,
            ConsoleBench.own
        )
        try #require(answer.status == 200, "\(answer.text)")
        let cookie = try #require(answer.headers["set-cookie"]?.split(separator: ";").first)
        let token = try #require(try answer.object()["token"]?.string)
        return ConsoleBench.own.merging(["Cookie": String(cookie), "Ops-Token": token]) { $1 }
    }
}
