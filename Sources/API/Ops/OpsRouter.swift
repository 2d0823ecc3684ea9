public import HTTPServer
import Telemetry

/// What people and programs see who watch over the service, at an address of its own.
public final class OpsRouter: Sendable {
    private let authenticator: Authenticator
    private let needsKey: Bool
    private let surroundings: Surroundings
    private let page: @Sendable () async -> String

    private static let methods = "GET, HEAD"

    /// `needsKey` is whether an ops key has to be shown, not on the machine itself; `page` makes
    /// the metrics as they are now.
    public init(
        needsKey: Bool,
        surroundings: Surroundings,
        page: @escaping @Sendable () async -> String
    ) {
        authenticator = Authenticator(tokens: nil, surroundings: surroundings)
        self.needsKey = needsKey
        self.surroundings = surroundings
        self.page = page
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
        guard request.path == "/metrics" else {
            return Reply(
                status: 404,
                code: .notFound,
                sentence: "There is nothing at this address."
            ).response
        }
        guard request.method == .get || request.method == .head else {
            var reply = Reply(
                status: 405,
                code: .methodNotAllowed,
                sentence: "This address is not made for this kind of request."
            )
            reply.addHeader("Allow", OpsRouter.methods)
            return reply.response
        }
        if needsKey { try await admit(request) }
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": MetricsPage.contentType, "Cache-Control": "no-store"],
            body: Array(await page().utf8)
        )
    }

    /// - Throws: 401 unless an ops key is shown; a merchant's shows nothing here.
    private func admit(_ request: HTTPRequest) async throws(RequestFault) {
        let key = try await authenticator.credentials(of: request).key()
        guard key.role == .ops else { throw .apiKeyRequired }
    }
}
