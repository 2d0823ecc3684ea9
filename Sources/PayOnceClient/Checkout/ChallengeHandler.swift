/// A challenge that the customer has to pass, usually 3-D Secure.
public struct Challenge: Hashable, Sendable {
    /// For the SDK.
    public var clientSecret: Secret
    public var paymentIntentId: String
    public var paymentId: String?

    public init(clientSecret: Secret, paymentIntentId: String, paymentId: String? = nil) {
        self.clientSecret = clientSecret
        self.paymentIntentId = paymentIntentId
        self.paymentId = paymentId
    }
}

/// What the SDK said of a challenge. It is a hint; what is so, the service is asked.
public enum ChallengeResult: Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// The customer closed it.
    case canceled
}

/// Shows a challenge. On iOS that is `STPPaymentHandler.handleNextAction`, in ten lines:
/// see docs/app.md.
public protocol ChallengeHandler: Sendable {
    /// Returns when the customer is through with it.
    func complete(_ challenge: Challenge) async -> ChallengeResult
}
