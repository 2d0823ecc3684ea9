extension Endpoint {
    /// Reads the parameters. What it throws is the request's fault alone and is never remembered.
    func command(
        _ parameters: Parameters,
        context: ValidationContext
    ) throws(StripeError) -> Command {
        switch self {
        case .intent(let endpoint):
            .intent(try endpoint.command(parameters, context: context))
        case .method(let endpoint): .method(try endpoint.command(parameters))
        case .customer(let endpoint): .customer(try endpoint.command(parameters))
        case .charge(let endpoint): .charge(try endpoint.command(parameters))
        case .refund(let endpoint): .refund(try endpoint.command(parameters))
        case .dispute(let endpoint): .dispute(try endpoint.command(parameters))
        case .event(let endpoint): .event(try endpoint.command(parameters))
        case .session(let endpoint):
            .session(try endpoint.command(parameters, context: context))
        }
    }
}
