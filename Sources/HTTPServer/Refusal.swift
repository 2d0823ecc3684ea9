/// An error that the server answers by itself, before or instead of a handler.
public struct Refusal: Error, Sendable, Hashable {
    /// 400, 408, 413, 414, 417, 431, 501, 503 or 505.
    public let status: Int
    /// A plain English sentence that repeats nothing of what the client sent.
    public let reason: String

    public init(status: Int, reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The answer where the caller of `Server.listen` asks for no other.
    public static let plainText: @Sendable (Refusal) -> HTTPResponse = { refusal in
        HTTPResponse(
            status: refusal.status,
            headers: ["content-type": "text/plain; charset=utf-8"],
            body: Array("\(refusal.reason)\n".utf8)
        )
    }
}

extension Refusal {
    static func badRequest(_ reason: String) -> Refusal { Refusal(status: 400, reason: reason) }

    static let headTimeout = Refusal(status: 408, reason: "The request's head took too long.")
    static let bodyTimeout = Refusal(status: 408, reason: "The request's body took too long.")
    static let bodyTooLarge = Refusal(status: 413, reason: "The request's body is too large.")
    static let targetTooLong = Refusal(status: 414, reason: "The request line is too long.")
    static let unknownExpectation = Refusal(
        status: 417,
        reason: "The only expectation supported is 100-continue."
    )
    static let headTooLarge = Refusal(status: 431, reason: "The request's header is too large.")
    static let tooManyFields = Refusal(status: 431, reason: "The request has too many fields.")
    static let unknownMethod = Refusal(status: 501, reason: "The method is not supported.")
    static let transferEncoding = Refusal(
        status: 501,
        reason: "Transfer-Encoding is not supported; send a Content-Length."
    )
    static let overloaded = Refusal(status: 503, reason: "There are too many connections.")
    static let unknownVersion = Refusal(
        status: 505,
        reason: "The only versions supported are HTTP/1.1 and HTTP/1.0."
    )
}
