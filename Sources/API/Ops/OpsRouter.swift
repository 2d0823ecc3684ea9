public import HTTPServer
import Telemetry

/// What people and programs see who watch over the service, at an address of its own: its numbers,
/// and the console.
public final class OpsRouter: Sendable {
    private let authenticator: Authenticator
    private let needsKey: Bool
    private let surroundings: Surroundings
    private let endpoints: OpsEndpoints
    private let page: @Sendable () async -> String

    /// `needsKey` is whether an ops key has to be shown for the numbers, not on the machine itself;
    /// the console always needs one. `page` makes the metrics as they are now.
    public init(
        needsKey: Bool,
        surroundings: Surroundings,
        console: OpsConsole,
        page: @escaping @Sendable () async -> String
    ) {
        authenticator = Authenticator(tokens: nil, surroundings: surroundings)
        self.needsKey = needsKey
        self.surroundings = surroundings
        self.page = page
        endpoints = OpsEndpoints(
            console: console,
            gate: OpsGate(
                authenticator: authenticator,
                sessions: OpsSessions(isSecure: console.isSecure),
                now: surroundings.now
            ),
            now: surroundings.now
        )
    }

    public func answer(_ request: HTTPRequest) async -> HTTPResponse {
        var response: HTTPResponse
        do throws(RequestFault) {
            response = try await answered(request)
        } catch {
            response = error.reply.response
        }
        response.headers.add("Request-Id", surroundings.newRequestID())
        response.headers.add("X-Content-Type-Options", "nosniff")
        return response
    }

    /// The answer to what the server refuses by itself.
    public func answer(_ refusal: Refusal) -> HTTPResponse {
        var response = ServerRefusal.reply(to: refusal).response
        response.headers.add("Request-Id", surroundings.newRequestID())
        return response
    }

    private func answered(_ request: HTTPRequest) async throws(RequestFault) -> HTTPResponse {
        let route = OpsRoute(path: request.path)
        guard route != .unknown else { return OpsRouter.notFound }
        guard route.methods.contains(request.method) else { return OpsRouter.notMade(for: route) }
        switch route {
        case .metrics:
            if needsKey { try await admit(request) }
            return HTTPResponse(
                status: 200,
                headers: ["Content-Type": MetricsPage.contentType, "Cache-Control": "no-store"],
                body: Array(await page().utf8)
            )
        case .console: return HTTPResponse(status: 308, headers: ["Location": "/ops/"])
        case .file(let name): return ConsolePage.response(name) ?? OpsRouter.notFound
        case .session, .overview, .payments, .payment, .resolve, .keyLookup, .duplicates,
            .findings, .finding, .audits, .audit, .unknown:
            do throws(OpsFault) {
                return try await endpoints.answer(route, request).response
            } catch {
                return error.reply.response
            }
        }
    }

    private static var notFound: HTTPResponse {
        Reply(status: 404, code: .notFound, sentence: "There is nothing at this address.").response
    }

    private static func notMade(for route: OpsRoute) -> HTTPResponse {
        var reply = Reply(
            status: 405,
            code: .methodNotAllowed,
            sentence: "This address is not made for this kind of request."
        )
        reply.addHeader("Allow", route.methods.map(\.rawValue).joined(separator: ", "))
        return reply.response
    }

    /// - Throws: 401 unless an ops key is shown; a merchant's shows nothing here.
    private func admit(_ request: HTTPRequest) async throws(RequestFault) {
        let key = try await authenticator.credentials(of: request).key()
        guard key.role == .ops else { throw .apiKeyRequired }
    }
}
