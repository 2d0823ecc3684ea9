/// Notices that Stripe does not work, so that no new payment begins that could only wait.
///
/// Closed, it counts failures in a row. Open, it lets one question through each `pause`, and
/// whatever call succeeds, be it that one or a step of an existing payment, closes it.
struct Breaker: Hashable, Sendable {
    private let failures: Int
    private let pause: Duration
    private var inARow = 0
    /// Set while it is open: when the next probe may go.
    private var probeAt: Duration?

    init(failures: Int, pause: Duration) {
        precondition(failures > 0, "a breaker that is always open")
        self.failures = failures
        self.pause = pause
    }

    var isOpen: Bool { probeAt != nil }

    /// Whether a new payment may begin.
    func allows(_ now: Duration) -> Bool { probeAt.map { $0 <= now } ?? true }

    /// A new payment begins; of an open breaker it is the probe.
    mutating func admitted(_ now: Duration) {
        if isOpen { probeAt = now + pause }
    }

    mutating func succeeded() {
        inARow = 0
        probeAt = nil
    }

    mutating func failed(_ now: Duration) {
        inARow = min(inARow + 1, failures)
        if inARow == failures { probeAt = now + pause }
    }
}
