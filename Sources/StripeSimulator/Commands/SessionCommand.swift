/// What is asked for an app to use for a while.
enum SessionCommand {
    case createToken(CreateToken)
    case retrieveToken(String)
    case createCustomerSession(CreateCustomerSession)
    case createEphemeralKey(CreateEphemeralKey)
    case deleteEphemeralKey(String)
}
