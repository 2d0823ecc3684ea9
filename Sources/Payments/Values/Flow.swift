/// Which way a purchase is charged. The words are stored.
public enum Flow: String, Hashable, Sendable, CaseIterable {
    /// The service confirms while the customer waits: `/pay` and what is like it.
    case onSession = "on_session"
    /// The shop charges a saved card while the customer is away. Stripe may want the customer after
    /// all, who then finishes the same intent.
    /// https://docs.stripe.com/payments/save-and-reuse
    case offSession = "off_session"
    /// The app confirms with its publishable key, out of our sight: only reading tells what came of
    /// it, and a try that failed leaves the intent open for the next one.
    case appConfirmed = "app_confirmed"

    /// The operation in a purchase's fingerprint: a key is used in one way only.
    var operation: String {
        switch self {
        case .onSession: "pay"
        case .offSession: "off_session"
        case .appConfirmed: "app_confirmed"
        }
    }
}
