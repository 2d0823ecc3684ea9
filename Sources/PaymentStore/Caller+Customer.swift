import Money
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

extension Claim {
    /// The price that the attempt keeps.
    var amount: Amount { Amount(minorUnits: amountMinorUnits, currency: purchase.currency) }
}
