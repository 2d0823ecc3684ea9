public import Payments
public import Telemetry

/// What the log says of a request. Neither body, query, headers nor address, so nothing of it can
/// be a secret; the route is a template of ours and not the path that was asked for.
public struct RequestRecord: Sendable, Hashable {
    public let requestID: String
    public let method: String
    public let route: String
    public let status: Int
    public let duration: Duration
    public let payment: PaymentID?
    public let outcome: RequestOutcome
    /// A repeat was told what had been told before: `Idempotent-Replayed`.
    public let isReplay: Bool
    public let level: LogLevel

    /// Every `route` that a record can have.
    public static let routes = Route.templates.union([unread]).sorted()
    /// The route of what the server refuses before anybody reads it.
    static let unread = "refused"

    /// Writes the line.
    public func write(to logger: Logger) {
        logger.with(requestID: requestID).log(level, "request answered", metadata)
    }

    private var metadata: LogMetadata {
        let always: LogMetadata = [
            "method": .string(method),
            "route": .string(route),
            "status": .int(status),
            "duration": .duration(duration),
        ]
        guard let payment else { return always }
        return always.adding(["paymentID": .describing(payment)])
    }
}
