import HTTPServer
import JSON
import Payments

/// An answer before it is written: a status, a flat object, and a few headers.
struct Reply: Sendable, Hashable {
    var status: Int
    var body = FlatObject()
    /// In place of the body: lists. No answer about a payment has one, since shipped clients fail
    /// on an array.
    var document: JSONValue?
    var headers = HTTPHeaders()
    /// Which payment it is about, for the log.
    var payment: PaymentID?

    init(status: Int, payment: PaymentID? = nil) {
        self.status = status
        self.payment = payment
    }

    /// Bad news: a sentence for the person who pays and a word for the program.
    init(status: Int, code: AnswerCode, sentence: String) {
        self.init(status: status)
        body.set("error", to: sentence)
        body.set("code", to: code.rawValue)
    }

    mutating func addHeader(_ name: String, _ value: String) {
        headers.add(name, value)
    }

    /// No answer of ours may be kept by a cache: it may hold a client secret, and it ages.
    var response: HTTPResponse {
        var headers = headers
        headers.add("Content-Type", "application/json")
        headers.add("Cache-Control", "no-store")
        return HTTPResponse(
            status: status,
            headers: headers,
            body: document?.encoded() ?? body.encoded
        )
    }
}
