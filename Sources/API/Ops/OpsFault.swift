import HTTPServer
import JSON
import Payments

/// Why the console's API did not do what was asked: a word for the page and a sentence for whoever
/// looks at it. These words are its own; customers and shops never meet them.
struct OpsFault: Error, Hashable {
    let status: Int
    let code: String
    let sentence: String

    init(_ status: Int, _ code: String, _ sentence: String) {
        self.status = status
        self.code = code
        self.sentence = sentence
    }

    init(_ fault: RequestFault) {
        self.init(fault.status, fault.code.rawValue, fault.sentence)
    }

    static func malformed(_ what: String) -> OpsFault {
        OpsFault(400, "invalid_request", "Invalid request: \(what)")
    }

    static let signInNeeded = OpsFault(401, "sign_in_needed", "Sign in with an ops key.")
    static let keyRefused = OpsFault(401, "key_refused", "This is no valid ops key.")
    static let sessionEnded = OpsFault(
        401,
        "session_ended",
        "The session is over, or its key was revoked. Sign in again."
    )
    static let originRefused = OpsFault(
        403,
        "origin_refused",
        "This was not asked by the console's own page."
    )
    static let notFound = OpsFault(404, "not_found", "There is nothing at this address.")
    static let paymentNotFound = OpsFault(404, "payment_not_found", "There is no such payment.")
    static let findingNotFound = OpsFault(404, "finding_not_found", "There is no such finding.")
    static let auditNotFound = OpsFault(404, "audit_not_found", "There is no such audit.")
    static let auditRunning = OpsFault(409, "audit_running", "An audit is under way already.")
    static let unavailable = OpsFault(
        503,
        "unavailable",
        "The database does not answer in time. Try again in a moment."
    )

    var reply: OpsReply {
        OpsReply(status, ["error": .string(sentence), "code": .string(code)])
    }
}

/// An answer of the console's API before it is written.
struct OpsReply: Sendable {
    var status: Int
    var headers = HTTPHeaders()
    var body: [UInt8]
    var contentType = "application/json"

    init(_ status: Int, _ object: JSONObject) {
        self.status = status
        body = JSONValue.object(object).encoded()
    }

    init(csv rows: [[String]], named name: String) {
        status = 200
        contentType = "text/csv; charset=utf-8"
        body = Array(rows.map { CSVText.line($0) + "\r\n" }.joined().utf8)
        headers.add("Content-Disposition", "attachment; filename=\"\(name).csv\"")
    }

    var response: HTTPResponse {
        var headers = headers
        headers.add("Content-Type", contentType)
        headers.add("Cache-Control", "no-store")
        if status == 401 { headers.add("WWW-Authenticate", "Bearer") }
        if status == 503 { headers.add("Retry-After", "5") }
        return HTTPResponse(status: status, headers: headers, body: body)
    }
}
