/// What the shop decides about payments.
public struct PaymentSettings: Sendable {
    /// The Stripe account and its mode; part of every payment's id.
    public var account: String
    public var isLive: Bool
    public var rules = SendingRules()
    /// How long a paid card and cart is joined by a request without key and order.
    public var duplicateWindow: Duration = .seconds(300)
    /// Whether a saved card is charged only with its security code.
    public var isCVCRequired = false
    /// What a wrong security code means, where one was collected again.
    public var cvcMismatch: CVCMismatchPolicy = .refuse
    /// How long an instance that is silent keeps its payments.
    public var leaseDuration: Duration = .seconds(10)

    public init(account: String, isLive: Bool) {
        self.account = account
        self.isLive = isLive
    }

    /// Renewed five times within a lease, so that one slow commit loses nothing.
    var renewalInterval: Duration { leaseDuration / 5 }
    /// Given up this much before the database would: the difference covers a pause between the
    /// check and the write to the socket.
    var sendingWindow: Duration { leaseDuration * 4 / 5 }

    /// An attempt whose work came to no end is looked at again after this.
    static let patience: Duration = .seconds(10)
    /// The recovery touches a challenge this long after Stripe last asked for it: the hour of
    /// Stripe's window, and a quarter for clocks and for a customer on the last minute.
    static let challengePatience: Duration = .seconds(75 * 60)
    /// An off-session charge waits for its customer this long: a week reaches everybody who reads
    /// the shop's message on a weekend.
    static let customerPatience: Duration = .seconds(7 * 24 * 3600)
    /// Until it looks again at one that it could not read.
    static let reapPause: Duration = .seconds(300)
    /// When the recovery is to look at what waits for whoever pays, by its age; `nil` for every
    /// other state.
    static func patience(with state: PaymentState, age: Duration) -> Duration? {
        switch state {
        case .requiresAction: challengePatience
        case .requiresCustomer: customerPatience
        case .open: DrivingRules.nextLook(atAge: age)
        case .creating, .confirming, .authorized, .capturing, .canceling, .processing,
            .unresolved, .quarantined, .succeeded, .declined, .expired, .canceled, .unrecognised:
            nil
        }
    }

    /// What it leaves a customer who has done the challenge but not come back.
    static let grace: Duration = .seconds(3600)
    /// More is a device that is stuck, or somebody trying cards on an order.
    static let mostReplacementsPerHour = 5
}
