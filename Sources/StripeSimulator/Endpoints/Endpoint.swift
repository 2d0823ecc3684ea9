/// What a method and a path stand for.
enum Endpoint: Hashable {
    case intent(IntentEndpoint)
    case method(MethodEndpoint)
    case customer(CustomerEndpoint)
    case charge(ChargeEndpoint)
    case refund(RefundEndpoint)
    case dispute(DisputeEndpoint)
    case event(EventEndpoint)
    case session(SessionEndpoint)

    init?(method: String, path: String) {
        guard let route = Route(method: method, path: path),
            let endpoint = Endpoint.named(route)
        else { return nil }
        self = endpoint
    }

    private static func named(_ route: Route) -> Endpoint? {
        switch route.resource {
        case "payment_intents": IntentEndpoint(route).map(Endpoint.intent)
        case "payment_methods": MethodEndpoint(route).map(Endpoint.method)
        case "customers": CustomerEndpoint(route).map(Endpoint.customer)
        case "charges": ChargeEndpoint(route).map(Endpoint.charge)
        case "refunds": RefundEndpoint(route).map(Endpoint.refund)
        case "disputes": DisputeEndpoint(route).map(Endpoint.dispute)
        case "events": EventEndpoint(route).map(Endpoint.event)
        case "tokens", "customer_sessions", "ephemeral_keys":
            SessionEndpoint(route).map(Endpoint.session)
        default: nil
        }
    }

    /// Whether an app may call it with its publishable key.
    var isPublic: Bool {
        switch self {
        case .intent(.retrieve), .intent(.confirm), .method(.create), .session(.createToken): true
        case .intent, .method, .customer, .charge, .refund, .dispute, .event, .session: false
        }
    }
}
