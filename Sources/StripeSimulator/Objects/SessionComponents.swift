import JSON

/// What of Stripe's user interface a CustomerSession opens, and with what features.
struct SessionComponents: Hashable {
    enum Component: String, CaseIterable {
        case buyButton = "buy_button"
        case customerSheet = "customer_sheet"
        case mobilePaymentElement = "mobile_payment_element"
        case paymentElement = "payment_element"
        case pricingTable = "pricing_table"

        var hasFeatures: Bool {
            switch self {
            case .customerSheet, .mobilePaymentElement, .paymentElement: true
            case .buyButton, .pricingTable: false
            }
        }
    }

    /// What is enabled, with its features as they are answered.
    private(set) var enabled: [Component: JSONValue] = [:]

    mutating func enable(_ component: Component, features: JSONValue) {
        enabled[component] = features
    }

    var json: JSONValue {
        var object = JSONObject()
        for component in Component.allCases {
            var one: JSONObject = ["enabled": .bool(enabled[component] != nil)]
            if component.hasFeatures { one["features"] = enabled[component] ?? .null }
            object[component.rawValue] = .object(one)
        }
        return .object(object)
    }
}
