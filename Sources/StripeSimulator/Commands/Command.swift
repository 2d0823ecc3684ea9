/// A request whose parameters are right, ready to be executed.
enum Command {
    case createIntent(CreateIntent)
    case listIntents(ListQuery)
    case retrieveIntent(String, clientSecret: String?, Expansion)
    case updateIntent(String, UpdateIntent)
    case confirmIntent(String, ConfirmIntent)
    case captureIntent(String, CaptureIntent)
    case cancelIntent(String, CancelIntent)
    case createMethod(CardData, Expansion)
    case retrieveMethod(String)
    case listCharges(ListQuery)
    case retrieveCharge(String, Expansion)

    /// Whether its execution leaves traces. Asking for `pm_card_…` makes a PaymentMethod.
    var mayChange: Bool {
        switch self {
        case .createIntent, .updateIntent, .confirmIntent, .captureIntent, .cancelIntent,
            .createMethod, .retrieveMethod:
            true
        case .listIntents, .retrieveIntent, .listCharges, .retrieveCharge:
            false
        }
    }
}
