import JSON

/// One arrival at `/v1/`.
struct RequestEntry {
    let sequence: Int
    let at: Int64
    let method: String
    let path: String
    let query: String?
    let idempotencyKey: String?
    let body: [UInt8]
    let outcome: RequestOutcome
    /// `nil` where no answer left.
    let status: Int?

    var json: JSONValue {
        [
            "seq": JSONValue(Int64(sequence)),
            "at": JSONValue(at),
            "method": .string(method),
            "path": .string(path),
            "query": JSONValue(query),
            "idempotency_key": JSONValue(idempotencyKey),
            "body": .string(String(decoding: body, as: UTF8.self)),
            "outcome": .string(outcome.rawValue),
            "status": JSONValue(status.map { Int64($0) }),
        ]
    }
}
