/// Who may confirm a PaymentIntent, and whether it completes by itself after a challenge.
enum ConfirmationMethod: String, CaseIterable {
    case automatic
    case manual
}
