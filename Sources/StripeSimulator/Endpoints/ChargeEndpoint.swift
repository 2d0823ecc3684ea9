/// `/v1/charges`
enum ChargeEndpoint: Hashable {
    case list
    case retrieve(String)

    init?(_ route: Route) {
        switch (route.method, route.id, route.action) {
        case ("GET", nil, nil): self = .list
        case ("GET", let id?, nil): self = .retrieve(id)
        default: return nil
        }
    }

    func command(_ parameters: Parameters) throws(StripeError) -> ChargeCommand {
        switch self {
        case .list: .list(try ChargeList(parameters))
        case .retrieve(let id): .retrieve(id, try parameters.onlyExpansion(of: .charge))
        }
    }
}
