import Synchronization

/// A read of one intent that others may share for as long as it has not been sent.
///
/// Only so long: the answer to a read that left before a question was asked may be older than the
/// question, and would hide what the asker has just done.
final class SharedRead<Value: Sendable>: Sendable {
    /// A read with an earlier deadline than one's own cannot make anybody late.
    let deadline: Duration
    let task: Task<Value, Never>
    private let departure: Departure

    init(
        deadline: Duration,
        departure: Departure,
        task: Task<Value, Never>
    ) {
        self.deadline = deadline
        self.departure = departure
        self.task = task
    }

    func canBeJoined(by other: Duration) -> Bool { !departure.hasLeft && deadline <= other }
}

/// Whether a request has begun to leave. Set by the transport, on whatever thread that runs: seen
/// unset at a moment, the request leaves after that moment, and that is all that is needed.
final class Departure: Sendable {
    private let left = Atomic(false)

    var hasLeft: Bool { left.load(ordering: .acquiring) }

    /// The transport's permit: it is asked directly before the bytes leave.
    func leave() -> Bool {
        left.store(true, ordering: .releasing)
        return true
    }
}
