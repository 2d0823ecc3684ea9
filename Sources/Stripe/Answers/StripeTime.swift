/// Stripe's time, learnt from its answers and carried on by our monotonic clock. It never goes
/// back.
struct StripeTime: Hashable, Sendable {
    private var anchor: Anchor?
    /// The latest time that was told.
    private var told: Int64 = 0

    private struct Anchor: Hashable {
        let seconds: Int64
        let at: Duration
    }

    /// - Parameters:
    ///   - seconds: the `Date` of an answer.
    ///   - now: when it came, by the monotonic clock.
    mutating func learn(_ seconds: Int64, at now: Duration) {
        // Always the newest, so that a monotonic clock that runs fast does not carry us away; where
        // that is a step back, `told` stands until the time has caught up.
        anchor = Anchor(seconds: seconds, at: now)
    }

    /// Seconds since 1970; `nil` before anything was learnt.
    mutating func seconds(at now: Duration) -> Int64? {
        guard let anchor else { return nil }
        told = max(told, anchor.seconds + max(now - anchor.at, .zero).components.seconds)
        return told
    }
}
