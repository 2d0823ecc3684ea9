import Synchronization

/// A request for a refund, for as long as it is owed an answer: the first one counts.
final class RefundDesk: Sendable {
    private struct State {
        var answer: RefundAnswer?
        var meanwhile = RefundAnswer.refused(.unavailable)
        var waiting: CheckedContinuation<RefundAnswer, Never>?
    }

    private let state = Mutex(State())

    /// What is true if nothing better is known in time.
    var meanwhile: RefundAnswer { state.withLock { $0.meanwhile } }

    /// From here on the refund may be given.
    func met(_ answer: RefundAnswer) { state.withLock { $0.meanwhile = answer } }

    func end(with answer: RefundAnswer) {
        let waiting = state.withLock { state -> CheckedContinuation<RefundAnswer, Never>? in
            guard state.answer == nil else { return nil }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }

    func answer() async -> RefundAnswer {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.answer == nil { state.waiting = continuation }
                return state.answer
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
