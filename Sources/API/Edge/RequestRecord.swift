public import Payments

/// What the log says of a request. Neither body, query, headers nor address, so nothing of it can be
/// a secret; the route is a template of ours and not the path that was asked for.
public struct RequestRecord: Sendable, Hashable {
    public let requestID: String
    public let method: String
    public let route: String
    public let status: Int
    public let duration: Duration
    public let payment: PaymentID?
}
