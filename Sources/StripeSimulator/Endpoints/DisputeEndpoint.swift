/// `/v1/disputes`
enum DisputeEndpoint: Hashable {
    case list
    case retrieve(String)
    case update(String)
    case close(String)

    init?(_ route: Route) {
        guard route.target == nil else { return nil }
        switch (route.method, route.id, route.action) {
        case ("GET", nil, nil): self = .list
        case ("GET", let id?, nil): self = .retrieve(id)
        case ("POST", let id?, nil): self = .update(id)
        case ("POST", let id?, "close"): self = .close(id)
        default: return nil
        }
    }

    func command(_ parameters: Parameters) throws(StripeError) -> DisputeCommand {
        switch self {
        case .list: .list(try DisputeList(parameters))
        case .retrieve(let id): .retrieve(id, try parameters.onlyExpansion(of: .dispute))
        case .update(let id): .update(id, try UpdateDispute(parameters))
        case .close(let id): .close(id, try parameters.onlyExpansion(of: .dispute))
        }
    }
}
