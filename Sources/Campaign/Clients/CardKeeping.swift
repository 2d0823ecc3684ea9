public import Payments

/// What a purchase has to do with a card that is kept for its customer.
public enum CardKeeping: Hashable, Sendable {
    /// It is charged and forgotten.
    case none
    /// The card is saved by this purchase.
    case saves
    /// This card was saved by another one.
    case paysWith(PaymentMethodID)
    /// Another one saved one of these, and the request names none: it means the only one there is.
    case paysWithTheOnly(of: [PaymentMethodID])

    /// The card that is charged again and again, or the first of those that may be it.
    var saved: PaymentMethodID? {
        switch self {
        case .none, .saves: nil
        case .paysWith(let method): method
        case .paysWithTheOnly(let methods): methods.first
        }
    }

    /// What is said of saving in a request.
    var saving: Saving? { self == .saves ? Saving(consent: nil) : nil }
}
