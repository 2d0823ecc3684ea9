/// What is asked of PaymentIntents.
enum IntentCommand {
    case create(CreateIntent)
    case list(IntentList)
    case retrieve(String, clientSecret: String?, Expansion)
    case update(String, UpdateIntent)
    case confirm(String, ConfirmIntent)
    case capture(String, CaptureIntent)
    case cancel(String, CancelIntent)
}
