/// Why a request is turned away before it reaches a use case. An earlier request may have charged,
/// so no sentence says that nothing was.
struct RequestFault: Error, Hashable {
    let status: Int
    let code: AnswerCode
    /// Names the field for the developer, and can be shown to the customer.
    let sentence: String

    /// A request that will be refused however often it is sent.
    static func malformed(_ what: String) -> RequestFault {
        RequestFault(status: 400, code: .invalidRequest, sentence: "Invalid request: \(what)")
    }

    static let cardDataRefused = RequestFault(
        status: 400,
        code: .cardDataRefused,
        sentence: "Invalid request: card numbers and security codes are never sent here. "
            + "Let Stripe's SDK collect them."
    )
    static let keyTooShort = RequestFault(
        status: 400,
        code: .idempotencyKeyTooShort,
        sentence: "Invalid request: the Idempotency-Key needs at least 16 characters."
    )
    static let tokenRequired = RequestFault(
        status: 401,
        code: .customerTokenRequired,
        sentence: "Please sign in to save a card or to pay with a saved one."
    )
    static let orderNeedsCustomer = RequestFault(
        status: 401,
        code: .customerTokenRequired,
        sentence: "Please sign in to pay this order."
    )
    static let tokenInvalid = RequestFault(
        status: 401,
        code: .tokenInvalid,
        sentence: "Your sign-in is not accepted here. Please sign in again."
    )
    static let apiKeyRequired = RequestFault(
        status: 401,
        code: .apiKeyRequired,
        sentence: "Invalid request: this address needs an API key."
    )
    /// Whether the key is valid cannot be found out now.
    static let keyUnreadable = RequestFault(
        status: 503,
        code: .unavailable,
        sentence: "API keys cannot be checked right now. Please try again in a moment."
    )
    static let paymentNotFound = RequestFault(
        status: 404,
        code: .paymentNotFound,
        sentence: "There is no such payment."
    )
    static let keyRequired = RequestFault(
        status: 400,
        code: .idempotencyKeyRequired,
        sentence: "Invalid request: this needs an Idempotency-Key."
    )
    static let fulfillmentNotFound = RequestFault(
        status: 404,
        code: .fulfillmentNotFound,
        sentence: "There is no such fulfillment."
    )
    static let bodyTooLarge = RequestFault(
        status: 413,
        code: .bodyTooLarge,
        sentence: "Invalid request: the body has more than 64 KiB."
    )
    static let notJSON = RequestFault(
        status: 415,
        code: .unsupportedMediaType,
        sentence: "Invalid request: the Content-Type must be application/json."
    )

    // Not inlined, see `PaymentEndpoints`.
    @inline(never) var reply: Reply {
        var reply = Reply(status: status, code: code, sentence: sentence)
        if let challenge { reply.addHeader("WWW-Authenticate", challenge) }
        if status == 503 { reply.addHeader("Retry-After", "5") }
        return reply
    }

    /// [RFC 9110, 15.5.2](https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2): a 401 names a way
    /// to sign in.
    private var challenge: String? {
        guard status == 401 else { return nil }
        return self == .tokenInvalid ? "Bearer error=\"invalid_token\"" : "Bearer"
    }
}
