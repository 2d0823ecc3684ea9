/// The kinds of objects, for what may be expanded in them.
enum ObjectKind {
    case paymentIntent
    case charge
    case paymentMethod
    /// One that this simulator holds no more of than an id, or nothing.
    case opaque
    indirect case list(ObjectKind)

    /// What stands behind each reference.
    var references: [String: ObjectKind] {
        switch self {
        case .paymentIntent:
            [
                "application": .opaque, "customer": .opaque, "latest_charge": .charge,
                "on_behalf_of": .opaque, "payment_method": .paymentMethod, "review": .opaque,
            ]
        case .charge:
            [
                "application": .opaque, "balance_transaction": .opaque, "customer": .opaque,
                "failure_balance_transaction": .opaque, "on_behalf_of": .opaque,
                "payment_intent": .paymentIntent, "review": .opaque, "source_transfer": .opaque,
                "transfer": .opaque,
            ]
        case .paymentMethod:
            ["customer": .opaque]
        case .opaque:
            [:]
        case .list(let element):
            ["data": element]
        }
    }
}
