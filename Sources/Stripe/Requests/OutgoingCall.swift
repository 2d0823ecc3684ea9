import HTTPClient
import Payments

/// A call as it leaves. There are two kinds, and a POST without an idempotency key is not among
/// them.
enum OutgoingCall: Hashable, Sendable {
    case get(_ path: String)
    case post(FrozenRequest, key: String)

    /// The request with the secret key in it: made when it is sent, and kept nowhere.
    ///
    /// - Returns: `nil` for a path that is none of the API's. Paths are read back from the
    ///   database, and what follows the host must not be able to name another host.
    func request(for configuration: StripeConfiguration) -> ClientRequest? {
        guard path.hasPrefix("/v1/") else { return nil }
        return ClientRequest(
            method: method,
            url: configuration.base.description + path,
            headers: headers(configuration),
            body: body
        )
    }

    var path: String {
        switch self {
        case .get(let path): path
        case .post(let request, _): request.path
        }
    }

    var method: ClientRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        }
    }

    private var body: [UInt8] {
        switch self {
        case .get: []
        case .post(let request, _): request.body
        }
    }

    private func headers(_ configuration: StripeConfiguration) -> [(String, String)] {
        let authorization = ("Authorization", "Bearer " + configuration.secretKey.exposed)
        switch self {
        case .get: return [authorization, ("Stripe-Version", configuration.apiVersion)]
        case .post(let request, let key):
            return [
                authorization,
                ("Stripe-Version", request.apiVersion),
                ("Idempotency-Key", key),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ]
        }
    }
}
