import EventLoop

/// A group on its way: waiting to be sent, then waiting for its answer. Used on the loop only.
final class Request {
    let statements: [SQL]
    /// Ends the wait to be sent, then the wait for the answer.
    var timer: LoopTimer?
    /// Since when it waits to be sent, by the loop's clock.
    var waitsSince = Duration.zero
    private var answer: ((Result<[Rows], DatabaseError>) -> Void)?

    init(statements: [SQL], answer: @escaping (Result<[Rows], DatabaseError>) -> Void) {
        self.statements = statements
        self.answer = answer
    }

    var isFinished: Bool { answer == nil }

    func finish(_ result: Result<[Rows], DatabaseError>) {
        timer?.cancel()
        let answer = answer
        self.answer = nil
        answer?(result)
    }
}
