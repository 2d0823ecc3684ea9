/// `/v1/refunds`
enum RefundEndpoint: Hashable {
    case create
    case list
    case retrieve(String)
    case update(String)
    case cancel(String)

    init?(_ route: Route) {
        guard route.target == nil else { return nil }
        switch (route.method, route.id, route.action) {
        case ("POST", nil, nil): self = .create
        case ("GET", nil, nil): self = .list
        case ("GET", let id?, nil): self = .retrieve(id)
        case ("POST", let id?, nil): self = .update(id)
        case ("POST", let id?, "cancel"): self = .cancel(id)
        default: return nil
        }
    }

    func command(_ parameters: Parameters) throws(StripeError) -> RefundCommand {
        switch self {
        case .create: return .create(try CreateRefund(parameters))
        case .list: return .list(try RefundList(parameters))
        case .retrieve(let id): return .retrieve(id, try parameters.onlyExpansion(of: .refund))
        case .update(let id):
            try parameters.refuseUnknown(["expand", "metadata"])
            let metadata = try parameters.metadata() ?? MetadataChange()
            return .update(id, metadata, try parameters.expansion(of: .refund))
        case .cancel(let id):
            _ = try parameters.onlyExpansion(of: .refund)
            return .cancel(id)
        }
    }
}
