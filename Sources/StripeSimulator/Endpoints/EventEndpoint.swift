/// `/v1/events`
enum EventEndpoint: Hashable {
    case list
    case retrieve(String)

    init?(_ route: Route) {
        switch (route.method, route.id, route.action) {
        case ("GET", nil, nil): self = .list
        case ("GET", let id?, nil): self = .retrieve(id)
        default: return nil
        }
    }

    func command(_ parameters: Parameters) throws(StripeError) -> EventCommand {
        switch self {
        case .list:
            return .list(try EventList(parameters))
        case .retrieve(let id):
            _ = try parameters.onlyExpansion(of: .opaque)
            return .retrieve(id)
        }
    }
}
