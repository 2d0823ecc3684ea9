/// `/v1/customers`
enum CustomerEndpoint: Hashable {
    case create
    case list
    case retrieve(String)
    case update(String)
    case delete(String)
    case listMethods(String)
    case retrieveMethod(String, of: String)

    init?(_ route: Route) {
        switch (route.method, route.id, route.action, route.target) {
        case ("POST", nil, nil, nil): self = .create
        case ("GET", nil, nil, nil): self = .list
        case ("GET", let id?, nil, nil): self = .retrieve(id)
        case ("POST", let id?, nil, nil): self = .update(id)
        case ("DELETE", let id?, nil, nil): self = .delete(id)
        case ("GET", let id?, "payment_methods", nil): self = .listMethods(id)
        case ("GET", let id?, "payment_methods", let method?):
            self = .retrieveMethod(method, of: id)
        default: return nil
        }
    }

    func command(_ parameters: Parameters) throws(StripeError) -> CustomerCommand {
        switch self {
        case .create: return .create(try CustomerTerms(creating: parameters))
        case .list: return .list(try CustomerList(parameters))
        case .retrieve(let id): return .retrieve(id, try parameters.onlyExpansion(of: .customer))
        case .update(let id): return .update(id, try CustomerTerms(updating: parameters))
        case .delete(let id):
            try parameters.refuseUnknown([])
            return .delete(id)
        case .listMethods(let id): return .listMethods(try MethodList(parameters, of: id))
        case .retrieveMethod(let id, let customer):
            let expansion = try parameters.onlyExpansion(of: .paymentMethod)
            return .retrieveMethod(id, of: customer, expansion)
        }
    }
}
