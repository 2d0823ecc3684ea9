/// Lets `burst` calls through at once and then one each `interval`. Kept as the moment at which all
/// that was taken has been paid for (GCRA), so there is nothing to round and no timer.
struct TokenBucket: Hashable, Sendable {
    var interval: Duration
    var burst: Int
    private var paidAt = Duration.zero

    init(interval: Duration, burst: Int) {
        precondition(interval > .zero && burst > 0, "a bucket lets something through")
        self.interval = interval
        self.burst = burst
    }

    /// The earliest moment from which on a token is there.
    var readyAt: Duration { paidAt - interval * (burst - 1) }

    func isReady(_ now: Duration) -> Bool { readyAt <= now }

    /// How many there are.
    func tokens(_ now: Duration) -> Int {
        let owed = max(paidAt - now, .zero)
        // Each begun interval that is owed is a token that has not come back.
        return max(0, burst - Int((owed / interval).rounded(.up)))
    }

    /// Takes a token, also one that is not there yet.
    mutating func take(_ now: Duration) {
        paidAt = max(paidAt, now) + interval
    }

    /// Puts a token back that was taken and not used.
    mutating func giveBack() {
        paidAt -= interval
    }
}
