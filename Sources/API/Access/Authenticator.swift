import HTTPServer
import Payments

/// Finds out who sent a request, from its `Authorization` header alone and in this one place.
///
/// Customers sign in with a token that the service verifies with a secret of its own. A service
/// without the secret has no customers: everybody is a guest. There a token cannot be verified, so
/// it is refused with 401 and not overlooked: the payment that its sender means is a customer's,
/// and as a guest's it would be another one, charged beside it.
struct Authenticator: Sendable {
    private let tokens: CustomerTokens?
    private let keys: KeyRing
    private let now: @Sendable () -> Duration
    private let wallClock: @Sendable () -> Duration

    init(settings: RouterSettings, surroundings: Surroundings) {
        self.init(tokens: settings.customerTokens, surroundings: surroundings)
    }

    init(tokens: CustomerTokens?, surroundings: Surroundings) {
        self.tokens = tokens
        keys = KeyRing(surroundings.apiKeys)
        now = surroundings.now
        wallClock = surroundings.wallClock
    }

    /// What the headers prove. A refusal is kept for whoever asks for the identity, so that a
    /// request which is malformed is told that first.
    @inline(never)  // See `PaymentEndpoints`.
    func credentials(of request: HTTPRequest) async -> Credentials {
        switch BearerText(request.headers) {
        case .absent: Credentials(request.headers, .success(.guest))
        case .unusable: Credentials(request.headers, .failure(.tokenInvalid))
        case .token(let text): Credentials(request.headers, await proof(text))
        }
    }

    private func proof(_ text: String) async -> Result<Identity, RequestFault> {
        if let key = APIKeyText(text) { return await proof(key) }
        let seconds = wallClock().components.seconds
        guard let customer = tokens?.customer(of: text, at: seconds) else {
            return .failure(.tokenInvalid)
        }
        return .success(.customer(customer))
    }

    private func proof(_ text: APIKeyText) async -> Result<Identity, RequestFault> {
        do throws(StoreFailure) {
            guard let key = try await keys.key(text, at: now()) else {
                return .failure(.tokenInvalid)
            }
            return .success(.key(key))
        } catch {
            return .failure(.keyUnreadable)
        }
    }

    /// The key that this text is; `nil` where it is none that is valid.
    func key(of text: APIKeyText) async throws(StoreFailure) -> APIKey? {
        try await keys.key(text, at: now())
    }

    /// The key of that id, which somebody has proved before; `nil` where it was revoked since.
    func key(named id: String) async throws(StoreFailure) -> APIKey? {
        try await keys.key(id, at: now())
    }
}
