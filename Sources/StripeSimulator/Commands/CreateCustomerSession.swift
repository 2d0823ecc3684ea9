import JSON

/// `POST /v1/customer_sessions`
struct CreateCustomerSession {
    let customer: CustomerReference
    let components: SessionComponents
    let expansion: Expansion

    init(_ parameters: Parameters) throws(StripeError) {
        try parameters.refuseUnknown(["components", "customer", "customer_account", "expand"])
        guard let group = try parameters.nested("components") else { throw .missing("components") }
        try group.refuseUnknown(Set(SessionComponents.Component.allCases.map(\.rawValue)))
        var components = SessionComponents()
        for component in SessionComponents.Component.allCases {
            guard let one = try group.nested(component.rawValue) else { continue }
            try one.refuseUnknown(component.hasFeatures ? ["enabled", "features"] : ["enabled"])
            guard let isEnabled = try one.flag("enabled") else {
                throw .missing(one.name("enabled"))
            }
            let features = try SessionFeatures.json(of: component, try one.nested("features"))
            if isEnabled { components.enable(component, features: features) }
        }
        self.components = components
        guard let customer = try CustomerReference(parameters) else { throw .missing("customer") }
        self.customer = customer
        expansion = try parameters.expansion(of: .customerSession)
    }
}
