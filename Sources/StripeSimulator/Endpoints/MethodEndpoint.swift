/// `/v1/payment_methods`
enum MethodEndpoint: Hashable {
    case create
    case list
    case retrieve(String)
    case update(String)
    case attach(String)
    case detach(String)

    init?(_ route: Route) {
        guard route.target == nil else { return nil }
        switch (route.method, route.id, route.action) {
        case ("POST", nil, nil): self = .create
        case ("GET", nil, nil): self = .list
        case ("GET", let id?, nil): self = .retrieve(id)
        case ("POST", let id?, nil): self = .update(id)
        case ("POST", let id?, "attach"): self = .attach(id)
        case ("POST", let id?, "detach"): self = .detach(id)
        default: return nil
        }
    }

    func command(_ parameters: Parameters) throws(StripeError) -> MethodCommand {
        switch self {
        case .create:
            let card = try CardData(parameters)
            return .create(card, try parameters.expansion(of: .paymentMethod))
        case .list: return .list(try MethodList(parameters))
        case .retrieve(let id):
            return .retrieve(id, try parameters.onlyExpansion(of: .paymentMethod))
        case .update(let id): return .update(id, try UpdateMethod(parameters))
        case .attach(let id):
            try parameters.refuseUnknown(["customer", "customer_account", "expand"])
            guard let customer = try CustomerReference(parameters) else {
                throw .missing("customer")
            }
            return .attach(id, to: customer, try parameters.expansion(of: .paymentMethod))
        case .detach(let id): return .detach(id, try parameters.onlyExpansion(of: .paymentMethod))
        }
    }
}
