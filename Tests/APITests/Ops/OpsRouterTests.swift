import HTTPServer
import JSON
import Telemetry
import Testing

@testable import API

@Suite("The address of those who watch")
struct OpsRouterTests {
    private let keys = MemoryKeys()

    private func router(needsKey: Bool) -> OpsRouter {
        OpsRouter(
            needsKey: needsKey,
            surroundings: Surroundings(
                now: { .seconds(1000) },
                wallClock: { .seconds(TokenForge.now) },
                apiKeys: keys,
                newRequestID: { "req_1" },
                readiness: { .ready },
                log: { _ in }
            ),
            page: { "payonce_loops 1\n" }
        )
    }

    private func answer(
        _ path: String,
        _ bearer: String? = nil,
        method: HTTPMethod = .get,
        needsKey: Bool
    ) async -> HTTPResponse {
        var headers = HTTPHeaders()
        if let bearer { headers.add("Authorization", "Bearer \(bearer)") }
        return await router(needsKey: needsKey)
            .answer(HTTPRequest(method: method, path: path, headers: headers))
    }

    @Test("On the machine itself the numbers are shown to everybody")
    func loopback() async {
        let response = await answer("/metrics", needsKey: false)
        #expect(response.status == 200)
        #expect(response.headers["content-type"] == MetricsPage.contentType)
        #expect(response.headers["request-id"] == "req_1")
        #expect(response.text == "payonce_loops 1\n")
        #expect(await answer("/metrics", method: .head, needsKey: false).status == 200)
    }

    @Test("Elsewhere they are shown to an ops key alone")
    func key() async throws {
        let ops = await keys.make(.ops)
        let merchant = await keys.make(.merchant)
        #expect(await answer("/metrics", ops.text, needsKey: true).status == 200)
        for bearer in [nil, merchant.text, "eyJ", String(ops.text.dropLast())] {
            let response = await answer("/metrics", bearer, needsKey: true)
            #expect(response.status == 401)
            #expect(!response.text.contains("payonce_loops"))
            #expect(response.headers["www-authenticate"] != nil)
            #expect(try response.sentence().isEmpty == false)
        }
        await keys.goAway()
        #expect(
            await answer("/metrics", (await keys.make(.ops)).text, needsKey: true).status == 503
        )
    }

    @Test("Nothing else is there")
    func others() async throws {
        for path in ["/", "/metrics/", "/pay", "/healthz"] {
            let response = await answer(path, needsKey: false)
            #expect(response.status == 404)
            #expect(try response.code() == "not_found")
        }
        for method in [HTTPMethod.post, .delete, .options] {
            let response = await answer("/metrics", method: method, needsKey: false)
            #expect(response.status == 405)
            #expect(response.headers["allow"] == "GET, HEAD")
        }
    }
}
