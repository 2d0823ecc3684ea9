import EventLoop

/// One deadline that is moved often and passes rarely. On the loop only.
///
/// Moving it later costs nothing: the timer that is set already looks again when it fires. So a
/// connection that answers request after request makes one timer per idle period, not per request.
final class Deadline {
    private let loop: Loop
    private let onPassed: () -> Void
    private var dueAt: Duration?
    private var timer: LoopTimer?
    private var timerFiresAt = Duration.zero

    init(loop: Loop, onPassed: @escaping () -> Void) {
        self.loop = loop
        self.onPassed = onPassed
    }

    /// Replaces whatever was set before.
    func set(after delay: Duration) {
        let due = loop.now + delay
        dueAt = due
        if let timer, timer.isPending, timerFiresAt <= due { return }
        timer?.cancel()
        schedule(after: delay, at: due)
    }

    func clear() {
        dueAt = nil
    }

    /// Lets go of the timer, and with it of everything that `onPassed` holds.
    func end() {
        dueAt = nil
        timer?.cancel()
        timer = nil
    }

    private func schedule(after delay: Duration, at due: Duration) {
        timerFiresAt = due
        timer = loop.schedule(after: delay) { [weak self] in self?.timerFired() }
    }

    private func timerFired() {
        guard let dueAt else { return }
        let now = loop.now
        guard now < dueAt else {
            self.dueAt = nil
            return onPassed()
        }
        schedule(after: dueAt - now, at: dueAt)
    }
}
