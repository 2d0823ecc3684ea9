/// What an app wants of an intent that it confirms itself, beside the purchase.
public struct AppWishes: Hashable, Sendable {
    /// A guest too is a customer at Stripe, made for this payment alone: a sheet shows nothing
    /// without one.
    public let makesGuestCustomer: Bool
    /// The security code of a saved card is asked for again.
    public let recollectsCVC: Bool

    public init(makesGuestCustomer: Bool = false, recollectsCVC: Bool = false) {
        self.makesGuestCustomer = makesGuestCustomer
        self.recollectsCVC = recollectsCVC
    }

    public static let none = AppWishes()
}
