import Payments

/// A request whose answer the death of the service takes away.
protocol ServiceExchange: Sendable {
    var isOver: Bool { get }
    func breakOff()
}

/// A client's request and its answer, whichever comes first: the answer, the death of the service,
/// or the end of the client's patience.
final class ClientExchange<Answer: Sendable>: ServiceExchange, @unchecked Sendable {
    // Safe to share: belongs to the thread of its simulation.
    private var continuation: CheckedContinuation<Answer?, Never>?

    init(_ continuation: CheckedContinuation<Answer?, Never>) {
        self.continuation = continuation
    }

    var isOver: Bool { continuation == nil }

    func breakOff() { end(with: nil) }

    /// - Parameter answer: `nil` where none came.
    func end(with answer: Answer?) {
        let waiting = continuation
        continuation = nil
        waiting?.resume(returning: answer)
    }
}
