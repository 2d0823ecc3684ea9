import Audit
import HTTPServer
import JSON
import Payments

/// What the console shows. Nothing here writes.
struct OpsEndpoints: Sendable {
    let console: OpsConsole
    let gate: OpsGate
    let now: @Sendable () -> Duration

    /// A page for people.
    private static let mostRows = 100
    /// An export; more are several, by time.
    private static let mostExported = 5_000
    private static let mostCases = 50

    /// - Throws: what whoever asks is told instead.
    func answer(_ route: OpsRoute, _ request: HTTPRequest) async throws(OpsFault) -> OpsReply {
        if route == .session { return try await session(request) }
        let (key, _) = try await gate.admit(request)
        if request.method == .post { return try await write(route, request, by: key) }
        switch route {
        case .overview: return try await overview()
        case .payments: return try await payments(request)
        case .payment(let id): return try await payment(id)
        case .duplicates: return try await duplicates()
        case .findings: return try await findings(request)
        case .audits:
            let latest = await console.audits.latest()
            return OpsReply(
                200,
                ["audits": .array(latest.map { [.object(OpsTable.audit($0))] } ?? [])]
            )
        case .audit(let id):
            guard let run = await console.audits.run(id) else { throw .auditNotFound }
            return OpsReply(200, OpsTable.audit(run))
        case .session, .metrics, .console, .file, .resolve, .keyLookup, .finding, .unknown:
            throw .notFound
        }
    }

    // MARK: Signing in

    private func session(_ request: HTTPRequest) async throws(OpsFault) -> OpsReply {
        switch request.method {
        case .post:
            try OpsGate.checkOrigin(request)
            guard let text = try OpsBody(request).text("key") else { throw .keyRefused }
            let key = try await gate.key(text)
            let session = gate.sessions.begin(key.id, at: now())
            var reply = OpsReply(200, described(key, session))
            reply.headers.add(
                "Set-Cookie",
                gate.sessions.settingCookie(session, overTLS: request.isOverTLS)
            )
            return reply
        case .delete:
            _ = try await gate.admit(request)
            var reply = OpsReply(200, ["signedOut": true])
            reply.headers.add(
                "Set-Cookie",
                gate.sessions.removingCookie(overTLS: request.isOverTLS)
            )
            return reply
        case .get, .head, .options:
            let (key, session) = try await gate.admit(request)
            return OpsReply(200, described(key, session))
        }
    }

    private func described(_ key: APIKey, _ session: OpsSession?) -> JSONObject {
        var object: JSONObject = ["name": .string(key.name)]
        if let session {
            object["token"] = .string(gate.sessions.token(of: session))
            let left = session.endsAtSeconds - now().components.seconds
            object["endsInSeconds"] = OpsTable.number(left)
        }
        return object
    }

    // MARK: Reading

    private func overview() async throws(OpsFault) -> OpsReply {
        let overview = try await read { () async throws(StoreFailure) in
            try await console.book.overview()
        }
        return OpsReply(200, OpsTable.overview(overview, await console.stripe()))
    }

    private func payments(_ request: HTTPRequest) async throws(OpsFault) -> OpsReply {
        let query = try OpsQuery(request.query)
        let search = try query.search()
        let isExport = OpsEndpoints.wantsCSV(request)
        let most = isExport ? OpsEndpoints.mostExported : OpsEndpoints.mostRows
        let limit = try query.limit(atMost: most)
        // One more than is shown tells whether there are more.
        let found = try await read { () async throws(StoreFailure) in
            try await console.book.payments(search, atMost: limit + 1)
        }
        let page = Array(found.prefix(limit))
        if isExport { return OpsReply(csv: OpsTable.rows(page), named: "payments") }
        return OpsReply(200, OpsTable.payments(page, hasMore: found.count > limit))
    }

    private func payment(_ id: String) async throws(OpsFault) -> OpsReply {
        guard let id = PaymentID(id) else { throw .paymentNotFound }
        let file = try await read { () async throws(StoreFailure) in
            try await console.book.file(of: id)
        }
        guard let file else { throw .paymentNotFound }
        return OpsReply(200, OpsTable.file(file))
    }

    private func duplicates() async throws(OpsFault) -> OpsReply {
        let cases = try await read { () async throws(StoreFailure) in
            try await console.book.duplicates(atMost: OpsEndpoints.mostCases)
        }
        return OpsReply(200, ["duplicates": .array(cases.map(OpsTable.duplicate))])
    }

    private func findings(_ request: HTTPRequest) async throws(OpsFault) -> OpsReply {
        let query = try OpsQuery(request.query)
        guard let state = FindingState(rawValue: query["state"] ?? "open") else {
            throw .malformed("state must be open, explained or closed.")
        }
        let after = query["after"].map(FindingName.key)
        if let after, after == nil { throw .malformed("after must be the id of a finding.") }
        let isExport = OpsEndpoints.wantsCSV(request)
        let most = isExport ? OpsEndpoints.mostExported : OpsEndpoints.mostRows
        let limit = try query.limit(atMost: most)
        let found = try await read { () async throws(StoreFailure) in
            try await console.book.findings(state, after: after ?? nil, atMost: limit + 1)
        }
        let page = Array(found.prefix(limit))
        if isExport { return OpsReply(csv: OpsTable.rows(page), named: "findings") }
        return OpsReply(
            200,
            [
                "findings": .array(page.map { .object(OpsTable.finding($0)) }),
                "hasMore": .bool(found.count > limit),
            ]
        )
    }

    private static func wantsCSV(_ request: HTTPRequest) -> Bool {
        request.headers["accept"].map { $0.hasPrefix("text/csv") } ?? false
    }

    func read<Value>(
        _ work: () async throws(StoreFailure) -> Value
    ) async throws(OpsFault) -> Value {
        do throws(StoreFailure) {
            return try await work()
        } catch {
            throw .unavailable
        }
    }
}
