/// `/v1/payment_intents`
enum IntentEndpoint: Hashable {
    case create
    case list
    case retrieve(String)
    case update(String)
    case confirm(String)
    case capture(String)
    case cancel(String)

    init?(_ route: Route) {
        guard route.target == nil else { return nil }
        switch (route.method, route.id, route.action) {
        case ("POST", nil, nil): self = .create
        case ("GET", nil, nil): self = .list
        case ("GET", let id?, nil): self = .retrieve(id)
        case ("POST", let id?, nil): self = .update(id)
        case ("POST", let id?, "confirm"): self = .confirm(id)
        case ("POST", let id?, "capture"): self = .capture(id)
        case ("POST", let id?, "cancel"): self = .cancel(id)
        default: return nil
        }
    }

    func command(
        _ parameters: Parameters,
        context: ValidationContext
    ) throws(StripeError) -> IntentCommand {
        switch self {
        case .create: return .create(try CreateIntent(parameters, context: context))
        case .list: return .list(try IntentList(parameters))
        case .retrieve(let id):
            try parameters.refuseUnknown(["client_secret", "expand"])
            let secret = try parameters.nonEmpty("client_secret")
            let expansion = try parameters.expansion(of: .paymentIntent)
            return .retrieve(id, clientSecret: secret, expansion)
        case .update(let id): return .update(id, try UpdateIntent(parameters, context: context))
        case .confirm(let id): return .confirm(id, try ConfirmIntent(parameters))
        case .capture(let id): return .capture(id, try CaptureIntent(parameters))
        case .cancel(let id): return .cancel(id, try CancelIntent(parameters))
        }
    }
}
