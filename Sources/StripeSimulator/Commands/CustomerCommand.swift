/// What is asked of Customers and their PaymentMethods.
enum CustomerCommand {
    case create(CustomerTerms)
    case list(CustomerList)
    case retrieve(String, Expansion)
    case update(String, CustomerTerms)
    case delete(String)
    case listMethods(MethodList)
    case retrieveMethod(String, of: String, Expansion)
}
