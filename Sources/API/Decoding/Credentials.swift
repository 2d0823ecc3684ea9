import HTTPServer
import Payments

/// What the headers of a request prove about its sender.
struct Credentials {
    private let headers: HTTPHeaders
    private let proof: Result<Identity, RequestFault>

    init(_ headers: HTTPHeaders, _ proof: Result<Identity, RequestFault>) {
        self.headers = headers
        self.proof = proof
    }

    /// - Throws: 401 where something was sent that proves nothing.
    func identity() throws(RequestFault) -> Identity { try proof.get() }

    /// As whom a payment is made. A key is the shop's, which pays for nobody here.
    func caller() throws(RequestFault) -> Caller {
        switch try identity() {
        case .guest: .guest
        case .customer(let reference): .customer(reference)
        case .key: throw .tokenInvalid
        }
    }

    /// The customer who has to be signed in.
    func customer() throws(RequestFault) -> CustomerReference {
        switch try identity() {
        case .guest: throw .tokenRequired
        case .customer(let reference): reference
        case .key: throw .tokenInvalid
        }
    }

    /// The key that the shop's own routes ask for, of either role.
    func key() throws(RequestFault) -> APIKey {
        switch try identity() {
        case .guest, .customer: throw .apiKeyRequired
        case .key(let key): key
        }
    }

    /// The key, without the blanks and quotes around it. What is not a key must not be ignored: the
    /// sender relies on it.
    func idempotencyKey() throws(RequestFault) -> IdempotencyKey? {
        guard let text = try single("Idempotency-Key") else { return nil }
        guard let key = IdempotencyKey(text) else {
            throw .malformed("the Idempotency-Key must be 1 to 255 visible ASCII characters.")
        }
        let isTooShort = key.text.utf8.count < IdempotencyKey.shortestForGuests
        guard !isTooShort || !isGuest else { throw .keyTooShort }
        return key
    }

    func clientSecret() throws(RequestFault) -> ClientSecret? {
        guard let text = try single("Payment-Client-Secret") else { return nil }
        guard let secret = ClientSecret(text) else {
            throw .malformed("the Payment-Client-Secret is not a client secret.")
        }
        return secret
    }

    /// Whoever is not proved to be somebody is treated as a guest.
    private var isGuest: Bool {
        switch proof {
        case .success(.customer), .success(.key): false
        case .success(.guest), .failure: true
        }
    }

    /// The value of a header that may come once.
    private func single(_ name: String) throws(RequestFault) -> String? {
        let values = headers.all(name)
        guard values.count <= 1 else { throw .malformed("\(name) is sent twice.") }
        return values.first.map(OptionalWhitespace.trimmed)
    }
}
