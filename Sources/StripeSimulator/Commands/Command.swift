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
}
