public import HTTPClient

/// A call that has ended, for whoever counts them.
public struct EndedCall: Sendable {
    public let method: ClientRequest.Method
    /// From the first slash on, with the query.
    public let path: String
    public let result: Result<StripeAnswer, TransportFailure>
    public let duration: Duration

    init(
        _ outgoing: OutgoingCall,
        _ result: Result<StripeAnswer, TransportFailure>,
        took duration: Duration
    ) {
        method = outgoing.method
        path = outgoing.path
        self.result = result
        self.duration = duration
    }
}
