/// What the operator decides about the API.
public struct RouterSettings: Sendable {
    /// Against which Stripe the service runs; apps show it.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        case simulator, test, live
    }

    public var publishableKey: String
    public var mode: Mode
    public var defaults: PurchaseDefaults
    /// Within this every request is answered; the work goes on behind it.
    public var answerTimeout: Duration = .seconds(25)
    /// Requests that may be with the use cases at once. A last defence of the memory: a waiting
    /// payment takes some 40 KB, and 8,000 waiting for a slow Stripe are a normal state.
    public var mostInFlight = 20_000
    /// Apps are told to collect the security code of a saved card.
    public var isCVCRequired = false
    /// Customers are accounts at Stripe (Accounts v2), and apps are told their names.
    public var showsCustomerAccounts = false
    public var trustedProxies: [AddressRange] = []
    /// `nil`: there are no customers, everybody is a guest.
    public var customerTokens: CustomerTokens?
    /// The origin of what stands in for Stripe, as browsers reach it; `nil`: Stripe itself.
    public var stripeStandIn: String?
    /// Where browsers may call from; `*`: from everywhere.
    public var corsOrigins: [String] = []

    public init(publishableKey: String, mode: Mode, defaults: PurchaseDefaults) {
        self.publishableKey = publishableKey
        self.mode = mode
        self.defaults = defaults
    }
}
