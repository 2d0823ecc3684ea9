/// What an attempt's id is derived from. The same request after a database forgot the attempt gives
/// the same id, and with it the same key at Stripe, and so the same charge.
public struct AttemptIdentity: Hashable, Sendable {
    /// The Stripe account and its mode.
    public let account: String
    public let caller: Caller
    /// The guard that stands for the purchase: key, else order, else method, else card.
    public let guarding: Guard
    public let attempt: Int

    public init(account: String, caller: Caller, guarding: Guard, attempt: Int) {
        self.account = account
        self.caller = caller
        self.guarding = guarding
        self.attempt = attempt
    }

    public func paymentID(hash: Hash) -> PaymentID {
        let parts = [
            account, caller.scope, guarding.kind.rawValue, guarding.key, String(attempt),
        ]
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return PaymentID(digest: hash(Array(text.utf8)))
    }
}
