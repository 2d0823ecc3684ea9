/// How the service speaks to Stripe.
public struct StripeConfiguration: Sendable {
    public let secretKey: StripeSecretKey
    public let base: APIBase
    /// The `Stripe-Version` of new requests; repeated ones keep the version that they were made
    /// for.
    public var apiVersion = "2026-05-27.dahlia"
    public var suffix: StatementDescriptorSuffix?
    /// The longest that one call may take once its turn has come; the caller's deadline may end it
    /// earlier. Official clients wait 80 s; a customer does not.
    public var callTimeout = Duration.seconds(50)
    public var limits = LimitSettings()

    /// - Returns: `nil` for a live key that would go over the network in the clear.
    public init?(secretKey: StripeSecretKey, base: APIBase = .stripe) {
        guard !(secretKey.isLive && base.isPlainText) else { return nil }
        self.secretKey = secretKey
        self.base = base
    }
}
