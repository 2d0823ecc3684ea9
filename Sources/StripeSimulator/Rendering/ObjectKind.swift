/// The kinds of objects, for what may be expanded in them.
enum ObjectKind {
    case paymentIntent
    case charge
    case paymentMethod
    /// One that this simulator holds no more of than an id, or nothing.
    case opaque
    indirect case list(ObjectKind)

    /// What stands behind a reference; `nil` where there is none of that name.
    func reference(_ name: Substring) -> ObjectKind? {
        switch (self, name) {
        case (.paymentIntent, "latest_charge"): .charge
        case (.paymentIntent, "payment_method"): .paymentMethod
        case (.charge, "payment_intent"): .paymentIntent
        case (.list(let element), "data"): element
        case (.paymentIntent, "application"), (.paymentIntent, "customer"),
            (.paymentIntent, "on_behalf_of"), (.paymentIntent, "review"),
            (.charge, "application"), (.charge, "balance_transaction"), (.charge, "customer"),
            (.charge, "failure_balance_transaction"), (.charge, "on_behalf_of"),
            (.charge, "review"), (.charge, "source_transfer"), (.charge, "transfer"),
            (.paymentMethod, "customer"):
            .opaque
        case (.paymentIntent, _), (.charge, _), (.paymentMethod, _), (.opaque, _), (.list, _):
            nil
        }
    }
}
