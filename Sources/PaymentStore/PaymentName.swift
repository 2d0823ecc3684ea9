import Payments

/// What a reader asks for one payment by.
enum PaymentName: Hashable, Sendable {
    case ours(PaymentID)
    case stripes(PaymentIntentID)
}
