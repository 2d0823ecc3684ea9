public import HTTPClient

/// How a request gets to Stripe and its answer back.
public protocol Transport: Sendable {
    /// Sends once and waits for the whole answer, of whatever status. A transport that may repeat
    /// the request by itself says so in the answer.
    ///
    /// - Parameters:
    ///   - request: the bytes as they are to leave.
    ///   - deadline: for everything, by the timekeeper's clock.
    ///   - permit: asked directly before bytes leave, perhaps more than once; `false` sends
    ///     nothing.
    /// - Returns: an answer that came whole.
    /// - Throws: whether the request can have been executed.
    func answer(
        to request: ClientRequest,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async throws(TransportFailure) -> StripeAnswer
}

extension Client: Transport {
    public func answer(
        to request: ClientRequest,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async throws(TransportFailure) -> StripeAnswer {
        let response = try await send(request, deadline: deadline, permit: permit)
        return StripeAnswer(
            status: response.status,
            body: response.body,
            sends: response.sends,
            header: { response.headers[$0] }
        )
    }
}
