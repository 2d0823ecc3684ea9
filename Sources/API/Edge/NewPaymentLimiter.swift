import Payments

/// Bounds how many new payments come from one place, so that nobody tries out stolen cards here. In
/// the memory of one instance: behind a balancer each counts what it gets.
///
/// The second call, reading and canceling are never limited: they can only concern payments that
/// exist. Nor is the repeat of a first call that this instance has let through.
actor NewPaymentLimiter {
    private var buckets: TokenBuckets
    private var recent = RecentCalls()

    init(_ limit: RateLimit) {
        buckets = TokenBuckets(limit)
    }

    /// - Returns: `nil` where the call may go on, else how long to wait.
    func wait(for request: PayRequest, from origin: ClientOrigin, at now: Duration) -> Duration? {
        if recent.contains(request, at: now) { return nil }
        if let wait = buckets.take(from: origin.network, at: now) { return wait }
        recent.insert(request, at: now)
        return nil
    }
}
