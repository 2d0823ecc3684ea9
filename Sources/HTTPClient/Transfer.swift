import EventLoop

/// One request on its way: from the queue, through libcurl, to its answer.
final class Transfer {
    let request: ClientRequest
    let deadline: Duration
    let queuedAt: Duration
    private let permit: () -> Bool
    private let complete: (Result<ClientResponse, TransportFailure>) -> Void

    var answer: PartialAnswer
    var startedAt: Duration
    /// Ends it at its deadline, wherever it is then.
    var timer: LoopTimer?
    /// The handle that carries it; `nil` while it is queued and after its end.
    var handle: EasyHandle?
    private(set) var isEnded = false
    /// How often libcurl was let write the request.
    private(set) var releases = 0
    private(set) var isPermitWithdrawn = false

    init(
        request: ClientRequest,
        deadline: Duration,
        now: Duration,
        answer: PartialAnswer,
        permit: @escaping () -> Bool,
        complete: @escaping (Result<ClientResponse, TransportFailure>) -> Void
    ) {
        self.request = request
        self.deadline = deadline
        self.queuedAt = now
        self.startedAt = now
        self.answer = answer
        self.permit = permit
        self.complete = complete
    }

    /// Whether it may still be sent, asked when it leaves the queue.
    func mayStart() -> Bool { permit() }

    /// Asked by libcurl directly before it writes the request, the second time included.
    func mayBeWritten() -> Bool {
        guard permit() else {
            isPermitWithdrawn = true
            return false
        }
        releases += 1
        return true
    }

    func end(_ result: Result<ClientResponse, TransportFailure>) {
        precondition(!isEnded, "a transfer ends once")
        isEnded = true
        timer?.cancel()
        timer = nil
        handle = nil
        complete(result)
    }
}
