import EventLoop

/// An item and who waits for its answer. Used on the loop only.
final class GroupEntry<Item: Sendable, Answer: Sendable> {
    let item: Item
    let deadline: Duration
    /// Ends the wait to be sent.
    var timer: LoopTimer?
    private var continuation: CheckedContinuation<Result<Answer, DatabaseError>, Never>?

    init(
        item: Item,
        deadline: Duration,
        continuation: CheckedContinuation<Result<Answer, DatabaseError>, Never>
    ) {
        self.item = item
        self.deadline = deadline
        self.continuation = continuation
    }

    var isFinished: Bool { continuation == nil }

    func finish(_ result: Result<Answer, DatabaseError>) {
        timer?.cancel()
        continuation?.resume(returning: result)
        continuation = nil
    }
}
