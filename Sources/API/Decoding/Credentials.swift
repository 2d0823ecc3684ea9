import HTTPServer
import Payments

/// What the headers of a request prove about its sender.
///
/// Customers sign in with a token that the service verifies with a secret of its own. A service
/// without the secret has no customers: everybody is a guest. There a token cannot be verified, so
/// it is refused with 401 and not overlooked: the payment that its sender means is a customer's,
/// and as a guest's it would be another one, charged beside it.
struct Credentials {
    private let headers: HTTPHeaders

    init(_ request: HTTPRequest) {
        headers = request.headers
    }

    func caller() throws(RequestFault) -> Caller {
        guard headers["authorization"] == nil else { throw .tokenInvalid }
        return .guest
    }

    /// The key, without the blanks and quotes around it. What is not a key must not be ignored: the
    /// sender relies on it.
    func idempotencyKey() throws(RequestFault) -> IdempotencyKey? {
        guard let text = try single("Idempotency-Key") else { return nil }
        guard let key = IdempotencyKey(text) else {
            throw .malformed("the Idempotency-Key must be 1 to 255 visible ASCII characters.")
        }
        guard key.text.utf8.count >= IdempotencyKey.shortestForGuests else { throw .keyTooShort }
        return key
    }

    func clientSecret() throws(RequestFault) -> ClientSecret? {
        guard let text = try single("Payment-Client-Secret") else { return nil }
        guard let secret = ClientSecret(text) else {
            throw .malformed("the Payment-Client-Secret is not a client secret.")
        }
        return secret
    }

    /// The value of a header that may come once.
    private func single(_ name: String) throws(RequestFault) -> String? {
        let values = headers.all(name)
        guard values.count <= 1 else { throw .malformed("\(name) is sent twice.") }
        return values.first.map(OptionalWhitespace.trimmed)
    }
}
