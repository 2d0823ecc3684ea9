import JSON

/// One request at `/v1/` with the id that it was given.
struct APICall {
    let request: SimulatorRequest
    let id: String
    let now: Int64

    var endpoint: Endpoint? { Endpoint(method: request.method, path: request.path) }

    /// Keys count for POST only (v1).
    var isKeyed: Bool { request.method == "POST" && request.idempotencyKey != nil }

    var version: String { request.version ?? SimulatorEngine.defaultVersion }

    func key() throws(StripeError) -> String? {
        guard isKeyed, let key = request.idempotencyKey else { return nil }
        guard key.utf8.count <= IdempotencyKeys.lengthLimit else {
            throw .keyTooLong(limit: IdempotencyKeys.lengthLimit)
        }
        return key
    }

    /// The query of a GET, the body of a POST.
    func form() throws(StripeError) -> FormMap {
        do throws(FormError) {
            guard request.method == "POST" else {
                return try FormParser.parse((request.query ?? "").utf8)
            }
            guard isForm else { throw .badEncoding }
            return try FormParser.parse(request.body)
        } catch {
            throw .notAForm
        }
    }

    private var isForm: Bool {
        guard !request.body.isEmpty, let type = request.contentType else { return true }
        return type.lowercased().hasPrefix("application/x-www-form-urlencoded")
    }

    func reply(status: Int, _ body: JSONValue) -> StoredReply {
        StoredReply(
            status: status,
            body: body.encoded(.pretty),
            contentType: StoredReply.json,
            request: id,
            version: version
        )
    }

    func reply(to error: StripeError, account: String) -> StoredReply {
        reply(status: error.status, error.body(account: account, request: id))
    }

    /// As a proxy writes it, which never heard of JSON.
    var badGateway: StoredReply {
        let page = """
            <html>
            <head><title>502 Bad Gateway</title></head>
            <body>
            <center><h1>502 Bad Gateway</h1></center>
            <hr><center>nginx</center>
            </body>
            </html>

            """
        return StoredReply(
            status: 502,
            body: Array(page.utf8),
            contentType: StoredReply.html,
            request: id,
            version: version
        )
    }
}
