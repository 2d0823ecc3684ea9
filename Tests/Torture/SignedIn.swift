import API
import Foundation
import Payments
import Telemetry

/// Signs customers in, as the shop's server does for its app.
struct SignedIn: Sendable {
    static let secret = "0123456789abcdef0123456789abcdef"
    private static let lifetimeSeconds: Int64 = 30 * 86_400

    /// What goes into the Authorization of a customer's requests; `nil` for what no customer is
    /// called.
    static func bearer(of reference: String) -> String? {
        guard let customer = CustomerReference(reference),
            let tokens = CustomerTokens(secrets: [Secret(secret)])
        else { return nil }
        let token = tokens.token(
            for: customer,
            at: Int64(Date().timeIntervalSince1970),
            validFor: lifetimeSeconds
        )
        return "Bearer \(token.revealText())"
    }
}
