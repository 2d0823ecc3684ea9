/// The kinds of objects, for what may be expanded in them.
enum ObjectKind {
    case paymentIntent
    case charge
    case paymentMethod
    case customer
    case customerSession
    case refund
    case dispute
    /// `invoice_settings` of a customer: no object of its own.
    case customerSettings
    /// One that this simulator holds no more of than an id, or nothing.
    case opaque
    indirect case list(ObjectKind)

    /// What stands behind a reference; `nil` where there is none of that name.
    func reference(_ name: Substring) -> ObjectKind? {
        switch (self, name) {
        case (.paymentIntent, "latest_charge"): .charge
        case (.paymentIntent, "payment_method"): .paymentMethod
        case (.charge, "payment_intent"), (.refund, "payment_intent"),
            (.dispute, "payment_intent"):
            .paymentIntent
        case (.charge, "refunds"): .list(.refund)
        case (.refund, "charge"), (.dispute, "charge"): .charge
        case (.paymentIntent, "customer"), (.charge, "customer"), (.paymentMethod, "customer"),
            (.customerSession, "customer"):
            .customer
        case (.customer, "invoice_settings"): .customerSettings
        case (.customerSettings, "default_payment_method"): .paymentMethod
        case (.list(let element), "data"): element
        case (.paymentIntent, "application"), (.paymentIntent, "on_behalf_of"),
            (.paymentIntent, "review"), (.charge, "application"),
            (.charge, "balance_transaction"), (.charge, "failure_balance_transaction"),
            (.charge, "on_behalf_of"), (.charge, "review"), (.charge, "source_transfer"),
            (.charge, "transfer"), (.refund, "balance_transaction"),
            (.refund, "failure_balance_transaction"), (.refund, "source_transfer_reversal"),
            (.refund, "transfer_reversal"), (.customer, "default_source"),
            (.customer, "test_clock"):
            .opaque
        case (.paymentIntent, _), (.charge, _), (.paymentMethod, _), (.customer, _),
            (.customerSession, _), (.refund, _), (.dispute, _), (.customerSettings, _),
            (.opaque, _), (.list, _):
            nil
        }
    }
}
