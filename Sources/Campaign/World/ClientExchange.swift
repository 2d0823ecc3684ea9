import Payments

/// A client's request and its answer, whichever comes first: the answer, the death of the service,
/// or the end of the client's patience.
final class ClientExchange: @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    private var continuation: CheckedContinuation<PaymentAnswer?, Never>?

    init(_ continuation: CheckedContinuation<PaymentAnswer?, Never>) {
        self.continuation = continuation
    }

    var isOver: Bool { continuation == nil }

    /// - Parameter answer: `nil` where none came.
    func end(with answer: PaymentAnswer?) {
        let waiting = continuation
        continuation = nil
        waiting?.resume(returning: answer)
    }
}
