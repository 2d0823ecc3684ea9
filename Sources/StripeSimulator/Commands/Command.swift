/// A request whose parameters are right, ready to be executed.
enum Command {
    case intent(IntentCommand)
    case method(MethodCommand)
    case customer(CustomerCommand)
    case charge(ChargeCommand)
    case refund(RefundCommand)
    case dispute(DisputeCommand)
    case event(EventCommand)
    case session(SessionCommand)

    /// Whether its execution leaves traces. Asking for `pm_card_…` makes a PaymentMethod.
    var mayChange: Bool {
        switch self {
        case .intent(.list), .intent(.retrieve), .method(.list), .customer(.list),
            .customer(.retrieve), .customer(.listMethods), .customer(.retrieveMethod), .charge,
            .refund(.list), .refund(.retrieve), .dispute(.list), .dispute(.retrieve), .event,
            .session(.retrieveToken):
            false
        case .intent, .method, .customer, .refund, .dispute, .session:
            true
        }
    }
}
