/// What is asked of PaymentMethods.
enum MethodCommand {
    case create(CardData, Expansion)
    case list(MethodList)
    case retrieve(String, Expansion)
    case update(String, UpdateMethod)
    case attach(String, to: CustomerReference, Expansion)
    case detach(String, Expansion)
}
