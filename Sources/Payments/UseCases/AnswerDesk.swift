import Synchronization

/// A request, for as long as it is owed an answer: the first one counts.
final class AnswerDesk<Answer: Sendable>: Sendable {
    private struct State {
        var answer: Answer?
        var meanwhile: Answer
        var waiting: CheckedContinuation<Answer, Never>?
    }

    private let state: Mutex<State>

    init(meanwhile: Answer) {
        state = Mutex(State(meanwhile: meanwhile))
    }

    /// What is true if nothing better is known in time.
    var meanwhile: Answer { state.withLock { $0.meanwhile } }

    /// From here on what was asked may be done.
    func met(_ answer: Answer) { state.withLock { $0.meanwhile = answer } }

    func end(with answer: Answer) {
        let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            guard state.answer == nil else { return nil }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }

    func answer() async -> Answer {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.answer == nil { state.waiting = continuation }
                return state.answer
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
