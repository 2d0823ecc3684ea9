import JSON

/// An answer that is no success, in Stripe's words (https://docs.stripe.com/api/errors).
struct StripeError: Error, Hashable {
    enum Kind: String {
        case apiError = "api_error"
        case cardError = "card_error"
        case idempotencyError = "idempotency_error"
        case invalidRequest = "invalid_request_error"
    }

    var status: Int
    var kind: Kind
    var code: String?
    var message: String
    var parameter: String?
    var decline: DeclineFacts?
    /// The failed charge, where the card's bank was asked.
    var charge: String?
    var paymentIntent: JSONValue?
    var paymentMethod: JSONValue?
    var paymentMethodType: String?
    var rateLimitedReason: String?
    /// Whether the sentence is a guess: see the switch `uncertain_texts`.
    var isWordingUncertain = false

    init(
        status: Int = 400,
        kind: Kind = .invalidRequest,
        code: String? = nil,
        _ message: String,
        parameter: String? = nil
    ) {
        self.status = status
        self.kind = kind
        self.code = code
        self.message = message
        self.parameter = parameter
    }

    /// The same error, in words that nobody has seen Stripe use.
    var guessed: StripeError {
        var error = self
        error.isWordingUncertain = true
        return error
    }

    func with(paymentIntent: JSONValue) -> StripeError {
        var error = self
        error.paymentIntent = paymentIntent
        return error
    }

    /// Whether the answer is kept under the request's idempotency key. Stripe keeps what the
    /// endpoint itself said, and nothing that stopped the request before it. A 404 carries none of
    /// the headers of a kept answer, so it is taken for one of these.
    var isRemembered: Bool {
        switch status {
        case 401, 403, 404, 409, 429: false
        default: true
        }
    }
}
