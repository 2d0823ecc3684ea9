import Payments

extension Caller {
    /// The stored form; `nil` for a guest.
    var customer: String? {
        switch self {
        case .guest: nil
        case .customer(let reference): reference.description
        }
    }
}
