/// A call that the loop will make at its deadline, unless it is canceled. Used on the loop only.
public final class LoopTimer {
    let deadline: Duration
    private var body: (() -> Void)?

    init(deadline: Duration, body: @escaping () -> Void) {
        self.deadline = deadline
        self.body = body
    }

    /// Whether it neither fired nor was canceled.
    public var isPending: Bool { body != nil }

    /// Forgets the call; more than once, or after it fired, is harmless.
    public func cancel() {
        body = nil
    }

    func fire() {
        let call = body
        body = nil
        call?()
    }
}
