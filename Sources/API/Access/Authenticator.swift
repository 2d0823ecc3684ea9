import HTTPServer

/// Finds out who sent a request, from its `Authorization` header alone and in this one place.
///
/// Customers sign in with a token that the service verifies with a secret of its own. A service
/// without the secret has no customers: everybody is a guest. There a token cannot be verified, so
/// it is refused with 401 and not overlooked: the payment that its sender means is a customer's,
/// and as a guest's it would be another one, charged beside it.
struct Authenticator: Sendable {
    /// What the headers prove. A refusal is kept for whoever asks for the identity, so that a
    /// request which is malformed is told that first.
    @inline(never)  // See `PaymentEndpoints`.
    func credentials(of request: HTTPRequest) async -> Credentials {
        let headers = request.headers
        guard headers["authorization"] != nil else {
            return Credentials(headers, .success(.guest))
        }
        return Credentials(headers, .failure(.tokenInvalid))
    }
}
