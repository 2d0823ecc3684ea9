import HTTPClient
import Stripe
import Synchronization

/// Keeps what is sent and answers when it is told to.
final class ScriptedTransport: Transport {
    typealias Outcome = Result<StripeAnswer, TransportFailure>

    private let state = Mutex(State())

    private struct State {
        var calls: [(request: ClientRequest, deadline: Duration)] = []
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var held: [CheckedContinuation<Void, Never>] = []
        var holdsBack = false
        var always: (@Sendable (ClientRequest) -> Outcome)?
    }

    /// - Parameter always: the answer to every request; without it each waits for `reply`.
    init(always: (@Sendable (ClientRequest) -> Outcome)? = nil) {
        state.withLock { $0.always = always }
    }

    var requests: [ClientRequest] { state.withLock { $0.calls.map(\.request) } }
    var deadlines: [Duration] { state.withLock { $0.calls.map(\.deadline) } }

    /// Whether requests wait in the transport's queue before they leave.
    func holdBack(_ holds: Bool) {
        let released = state.withLock { state in
            state.holdsBack = holds
            defer { if !holds { state.held = [] } }
            return holds ? [] : state.held
        }
        for continuation in released { continuation.resume() }
    }

    func reply(to index: Int, _ outcome: Outcome) {
        state.withLock { $0.waiting.removeValue(forKey: index) }?.resume(returning: outcome)
    }

    func answer(
        to request: ClientRequest,
        deadline: Duration,
        permit: @escaping @Sendable () -> Bool
    ) async throws(TransportFailure) -> StripeAnswer {
        if state.withLock({ $0.holdsBack }) {
            await withCheckedContinuation { continuation in
                state.withLock { $0.held.append(continuation) }
            }
        }
        guard permit() else { throw .notSent(.permitWithdrawn) }
        return try await outcome(of: request, deadline).get()
    }

    private func outcome(of request: ClientRequest, _ deadline: Duration) async -> Outcome {
        let (index, always) = state.withLock { state in
            state.calls.append((request, deadline))
            return (state.calls.count - 1, state.always)
        }
        if let always { return always(request) }
        return await withCheckedContinuation { continuation in
            state.withLock { $0.waiting[index] = continuation }
        }
    }
}
