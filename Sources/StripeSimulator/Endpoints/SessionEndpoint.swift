/// What is made for an app to use for a while: `/v1/tokens`, `/v1/customer_sessions`,
/// `/v1/ephemeral_keys`.
enum SessionEndpoint: Hashable {
    case createToken
    case retrieveToken(String)
    case createCustomerSession
    case createEphemeralKey
    case deleteEphemeralKey(String)

    init?(_ route: Route) {
        guard route.action == nil else { return nil }
        switch (route.method, route.resource, route.id) {
        case ("POST", "tokens", nil): self = .createToken
        case ("GET", "tokens", let id?): self = .retrieveToken(id)
        case ("POST", "customer_sessions", nil): self = .createCustomerSession
        case ("POST", "ephemeral_keys", nil): self = .createEphemeralKey
        case ("DELETE", "ephemeral_keys", let id?): self = .deleteEphemeralKey(id)
        default: return nil
        }
    }

    func command(
        _ parameters: Parameters,
        context: ValidationContext
    ) throws(StripeError) -> SessionCommand {
        switch self {
        case .createToken:
            return .createToken(try CreateToken(parameters))
        case .retrieveToken(let id):
            _ = try parameters.onlyExpansion(of: .opaque)
            return .retrieveToken(id)
        case .createCustomerSession:
            return .createCustomerSession(try CreateCustomerSession(parameters))
        case .createEphemeralKey:
            return .createEphemeralKey(try CreateEphemeralKey(parameters, context: context))
        case .deleteEphemeralKey(let id):
            _ = try parameters.onlyExpansion(of: .opaque)
            return .deleteEphemeralKey(id)
        }
    }
}
