/// Who asks: nobody in particular, or a customer whose token was verified.
public enum Caller: Hashable, Sendable {
    case guest
    case customer(CustomerReference)

    /// What separates the keys of one caller from those of another.
    var scope: String {
        switch self {
        case .guest: "guest"
        case .customer(let reference): "customer:\(reference)"
        }
    }
}
