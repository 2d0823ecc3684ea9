extension Endpoint {
    /// Reads the parameters. What it throws is the request's fault alone and is never remembered.
    func command(
        _ parameters: Parameters,
        context: ValidationContext
    ) throws(StripeError) -> Command {
        switch self {
        case .createIntent:
            return .createIntent(try CreateIntent(parameters, context: context))
        case .listIntents:
            return .listIntents(try ListQuery(parameters, of: .paymentIntent))
        case .retrieveIntent(let id):
            try parameters.refuseUnknown(["client_secret", "expand"])
            let secret = try parameters.nonEmpty("client_secret")
            return .retrieveIntent(
                id,
                clientSecret: secret,
                try parameters.expansion(of: .paymentIntent)
            )
        case .updateIntent(let id):
            return .updateIntent(id, try UpdateIntent(parameters, context: context))
        case .confirmIntent(let id):
            return .confirmIntent(id, try ConfirmIntent(parameters))
        case .captureIntent(let id):
            return .captureIntent(id, try CaptureIntent(parameters))
        case .cancelIntent(let id):
            return .cancelIntent(id, try CancelIntent(parameters))
        case .createMethod:
            return .createMethod(
                try CardData(parameters),
                try parameters.expansion(of: .paymentMethod)
            )
        case .retrieveMethod(let id):
            try parameters.refuseUnknown(["expand"])
            _ = try parameters.expansion(of: .paymentMethod)
            return .retrieveMethod(id)
        case .listCharges:
            return .listCharges(try ListQuery(parameters, of: .charge))
        case .retrieveCharge(let id):
            try parameters.refuseUnknown(["expand"])
            return .retrieveCharge(id, try parameters.expansion(of: .charge))
        }
    }
}

extension Parameters {
    func expansion(of kind: ObjectKind) throws(StripeError) -> Expansion {
        try Expansion.parse(try texts("expand") ?? [], of: kind)
    }

    /// Refuses what Stripe knows and this simulator does not do: better than to seem to do it.
    func refuseUnsimulated(_ names: [String]) throws(StripeError) {
        for key in names where has(key) {
            throw StripeError(
                "The simulator knows the parameter `\(key)` but does not simulate it.",
                parameter: name(key)
            )
        }
    }
}
