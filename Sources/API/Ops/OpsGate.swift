import HTTPServer
import Payments

/// Lets in whoever may use the console's API: a program with an ops key, or a person's browser with
/// a session. A browser sends its cookie by itself, so what it asks has to come from our own page.
struct OpsGate: Sendable {
    let authenticator: Authenticator
    let sessions: OpsSessions
    let now: @Sendable () -> Duration

    /// The header in which the page shows the session's token.
    static let tokenHeader = "Ops-Token"

    /// - Throws: 401, 403, or 503 where keys cannot be checked.
    func admit(_ request: HTTPRequest) async throws(OpsFault) -> (key: APIKey, session: OpsSession?)
    {
        try OpsGate.checkOrigin(request)
        guard request.headers["authorization"] == nil else {
            return (try await key(of: request), nil)
        }
        let hasCookie = request.headers.all("cookie").contains { $0.contains(OpsSessions.cookie) }
        guard hasCookie else { throw .signInNeeded }
        guard let session = sessions.session(of: request, at: now()) else { throw .sessionEnded }
        if request.method != .get && request.method != .head {
            guard OpsGate.isFromPage(request),
                let token = request.headers[OpsGate.tokenHeader],
                sessions.isToken(token, of: session)
            else { throw .originRefused }
        }
        return (try await key(of: session), session)
    }

    /// Who signs in with this text.
    func key(_ text: String) async throws(OpsFault) -> APIKey {
        guard let text = APIKeyText(text) else { throw .keyRefused }
        return try await ops { () async throws(StoreFailure) in
            try await authenticator.key(of: text)
        }
    }

    private func key(of session: OpsSession) async throws(OpsFault) -> APIKey {
        do {
            return try await ops { () async throws(StoreFailure) in
                try await authenticator.key(named: session.keyID)
            }
        } catch {
            throw error == .keyRefused ? .sessionEnded : error
        }
    }

    /// A merchant's key opens nothing here.
    private func ops(
        _ find: () async throws(StoreFailure) -> APIKey?
    ) async throws(OpsFault) -> APIKey {
        let found: APIKey?
        do throws(StoreFailure) {
            found = try await find()
        } catch {
            throw OpsFault(RequestFault.keyUnreadable)
        }
        guard let found, found.role == .ops else { throw .keyRefused }
        return found
    }

    private func key(of request: HTTPRequest) async throws(OpsFault) -> APIKey {
        guard case .token(let text) = BearerText(request.headers) else { throw .keyRefused }
        return try await key(text)
    }

    // MARK: Where it comes from

    /// What says that it comes from another page is refused, with whatever proof: browsers tell it
    /// truly. [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/)
    static func checkOrigin(_ request: HTTPRequest) throws(OpsFault) {
        let sites = request.headers.all("sec-fetch-site")
        guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
            throw .originRefused
        }
        guard request.headers.all("origin").allSatisfy({ isOwn($0, request) }) else {
            throw .originRefused
        }
    }

    /// Whether the browser itself says so; older ones say only `Origin`.
    private static func isFromPage(_ request: HTTPRequest) -> Bool {
        request.headers["sec-fetch-site"] == "same-origin" || request.headers["origin"] != nil
    }

    /// The origin of this very address, whichever the name that it was asked by.
    private static func isOwn(_ origin: String, _ request: HTTPRequest) -> Bool {
        guard let host = request.headers["host"] else { return false }
        return ["http://", "https://"].contains { origin == $0 + host }
    }
}

extension HTTPRequest {
    /// Whether a proxy in front says that its client came over TLS.
    var isOverTLS: Bool { headers["x-forwarded-proto"] == "https" }
}
