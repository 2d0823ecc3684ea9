import HTTPServer
import JSON
import Telemetry
import Testing

@testable import API

@Suite("The address of those who watch")
struct OpsRouterTests {
    private let keys = MemoryKeys()

    private func router(needsKey: Bool) throws -> OpsRouter {
        let book = try ScriptedConsole()
        return OpsRouter(
            needsKey: needsKey,
            surroundings: Surroundings(
                now: { .seconds(1000) },
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
                        inFlight: 0,
                        waiting: 0,
                        isBreakerOpen: false,
                        slowdown: 1,
                        tokens: nil
                    )
                },
                hash: { $0 },
                isSecure: needsKey
            ),
            page: { "payonce_loops 1\n" }
        )
    }

    private func answer(
        _ path: String,
        _ bearer: String? = nil,
        method: HTTPMethod = .get,
        needsKey: Bool
    ) async throws -> HTTPResponse {
        var headers = HTTPHeaders()
        if let bearer { headers.add("Authorization", "Bearer \(bearer)") }
        return try await router(needsKey: needsKey)
            .answer(HTTPRequest(method: method, path: path, headers: headers))
    }

    @Test("On the machine itself the numbers are shown to everybody")
    func loopback() async throws {
        let response = try await answer("/metrics", needsKey: false)
        #expect(response.status == 200)
        #expect(response.headers["content-type"] == MetricsPage.contentType)
        #expect(response.headers["request-id"] == "req_1")
        #expect(response.text == "payonce_loops 1\n")
        #expect(try await answer("/metrics", method: .head, needsKey: false).status == 200)
    }

    @Test("Elsewhere they are shown to an ops key alone")
    func key() async throws {
        let ops = await keys.make(.ops)
        let merchant = await keys.make(.merchant)
        #expect(try await answer("/metrics", ops.text, needsKey: true).status == 200)
        for bearer in [nil, merchant.text, "eyJ", String(ops.text.dropLast())] {
            let response = try await answer("/metrics", bearer, needsKey: true)
            #expect(response.status == 401)
            #expect(!response.text.contains("payonce_loops"))
            #expect(response.headers["www-authenticate"] != nil)
            #expect(try response.sentence().isEmpty == false)
        }
        await keys.goAway()
        #expect(
            try await answer("/metrics", (await keys.make(.ops)).text, needsKey: true).status == 503
        )
    }

    @Test("Nothing else is there")
    func others() async throws {
        for path in ["/", "/metrics/", "/pay", "/healthz"] {
            let response = try await answer(path, needsKey: false)
            #expect(response.status == 404)
            #expect(try response.code() == "not_found")
        }
        for method in [HTTPMethod.post, .delete, .options] {
            let response = try await answer("/metrics", method: method, needsKey: false)
            #expect(response.status == 405)
            #expect(response.headers["allow"] == "GET, HEAD")
        }
    }
}
