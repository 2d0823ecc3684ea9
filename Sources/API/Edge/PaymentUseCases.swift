public import Money
public import Payments

/// What the routes ask of the payments. None of it fails: whatever goes wrong is an answer too.
public protocol PaymentUseCases: Sendable {
    /// The first call.
    func pay(_ request: PayRequest, until deadline: Duration) async -> PaymentAnswer
    /// The shop charges a saved card of a customer who is away.
    func charge(_ request: OffSessionRequest, until deadline: Duration) async -> PaymentAnswer
    /// The second call, after authentication.
    func confirm(_ call: SecondCall, until deadline: Duration) async -> PaymentAnswer
    /// The state of a payment.
    func show(_ query: PaymentQuery) async -> PaymentAnswer
    /// What a cart costs.
    func quote(_ cart: Cart, in currency: Currency) async -> QuoteAnswer
    /// Ends a payment while no money has moved.
    func cancel(_ query: PaymentQuery, until deadline: Duration) async -> PaymentAnswer
}
