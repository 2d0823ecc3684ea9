/// Bounds how many new payments come from one place, so that nobody tries out stolen cards here. In
/// the memory of one instance: behind a balancer each counts what it gets.
///
/// The second call, reading and canceling are never limited: they can only concern payments that
/// exist. Nor is a first call that meets an existing payment, which the use case finds out.
actor NewPaymentLimiter {
    private var buckets: TokenBuckets

    init(_ limit: RateLimit) {
        buckets = TokenBuckets(limit)
    }

    /// `nil` where a new payment may begin, else how long to wait.
    func wait(from origin: ClientOrigin, at now: Duration) -> Duration? {
        buckets.take(from: origin.network, at: now)
    }
}
