/// How much slower than its rate the service goes after Stripe said that it is too fast.
struct Slowdown: Hashable, Sendable {
    /// The time between calls is this many times the usual.
    private(set) var factor = 1
    private var loweredAt: Duration?
    private var easeAt = Duration.zero
    private var creationsPausedUntil = Duration.zero

    /// Slower than an eighth would not help: Stripe's bound is then somebody else's doing.
    private static let slowest = 8
    /// The answers of one burst count once.
    private static let once = Duration.seconds(1)
    /// Each step back to full speed takes this long, and up to as much again, so that the instances
    /// do not all speed up together.
    private static let ease = Duration.seconds(10)
    private static let pause = Duration.seconds(1)

    /// `jitter` is in thousandths, 0 to 999.
    mutating func rateLimited(_ now: Duration, jitter: Int) {
        creationsPausedUntil = max(
            creationsPausedUntil,
            now + Slowdown.stretched(Slowdown.pause, jitter)
        )
        if let loweredAt, now - loweredAt < Slowdown.once { return }
        loweredAt = now
        factor = min(factor * 2, Slowdown.slowest)
        easeAt = now + Slowdown.stretched(Slowdown.ease, jitter)
    }

    /// Takes back what has lasted long enough.
    mutating func ease(_ now: Duration) {
        while factor > 1, easeAt <= now {
            factor /= 2
            easeAt += Slowdown.ease
        }
    }

    func allowsNewPayments(_ now: Duration) -> Bool { creationsPausedUntil <= now }

    private static func stretched(_ time: Duration, _ thousandths: Int) -> Duration {
        precondition((0..<1000).contains(thousandths), "jitter is in thousandths")
        return time + time * thousandths / 1000
    }
}
