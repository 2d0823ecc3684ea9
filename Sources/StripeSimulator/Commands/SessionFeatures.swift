import JSON

/// The features of a CustomerSession's component, read and answered with Stripe's defaults.
enum SessionFeatures {
    private enum Ability: String, CaseIterable {
        case disabled
        case enabled
    }

    private static let filters = "payment_method_allow_redisplay_filters"
    private static let limit = "payment_method_redisplay_limit"
    private static let usage = "payment_method_save_usage"
    private static let override = "payment_method_save_allow_redisplay_override"

    static func json(
        of component: SessionComponents.Component,
        _ given: Parameters?
    ) throws(StripeError) -> JSONValue {
        switch component {
        case .buyButton, .pricingTable:
            return .null
        case .customerSheet:
            return try features(given, ["payment_method_remove"], others: [])
        case .mobilePaymentElement:
            return try features(given, abilities, others: [override])
        case .paymentElement:
            return try features(given, abilities, others: [limit, usage])
        }
    }

    private static let abilities = [
        "payment_method_redisplay", "payment_method_remove", "payment_method_save",
    ]

    private static func features(
        _ given: Parameters?,
        _ abilities: [String],
        others: [String]
    ) throws(StripeError) -> JSONValue {
        let given = given ?? Parameters(FormMap())
        try given.refuseUnknown(Set(abilities + others + [filters]))
        var object: JSONObject = [filters: try redisplayFilters(given)]
        for name in abilities {
            let ability = try given.choice(name, Ability.self) ?? .disabled
            object[name] = .string(ability.rawValue)
        }
        for name in others { object[name] = try other(name, given) }
        return .object(object)
    }

    private static func redisplayFilters(_ given: Parameters) throws(StripeError) -> JSONValue {
        guard let words = try given.texts(filters) else { return ["always"] }
        let known = AllowRedisplay.allCases.map(\.rawValue)
        for word in words where !known.contains(word) {
            throw .notOneOf(known, given.name(filters))
        }
        return JSONValue(words)
    }

    private static func other(_ name: String, _ given: Parameters) throws(StripeError) -> JSONValue
    {
        switch name {
        case limit:
            guard let number = try given.integer(name) else { return 10 }
            guard (1...10).contains(number) else {
                throw StripeError(
                    "Invalid integer: must be from 1 to 10",
                    parameter: given.name(name)
                )
            }
            return JSONValue(number)
        case usage:
            return JSONValue(try given.choice(name, SetupFutureUsage.self)?.rawValue)
        default:
            return JSONValue(try given.choice(name, AllowRedisplay.self)?.rawValue)
        }
    }
}
